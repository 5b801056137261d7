import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { GuestOrderStarted } from "#contract/guest-orders.ts";
import type { ShopAnswer } from "#contract/shops.ts";
import { limits } from "#contract/terms/limits.ts";
import { toCedis } from "#contract/terms/money.ts";
import { groupPhone, isPhone, phoneDigits, repairPhone } from "#contract/terms/phone.ts";
import { productTypeOf } from "#contract/terms/product-types.ts";
import { guestOrderRoute } from "#contract/terms/shops.ts";
import { ApiError, errorText, isCode } from "../../lib/api-error.ts";
import { call, post } from "../../lib/api.ts";
import { money, pesewas } from "../../lib/money.ts";
import { randomKey } from "../../lib/random-key.ts";
import { CarrierNote } from "../../products/carrier-note.tsx";
import { PackageChoice } from "../../products/package-choice.tsx";
import { NetworkName } from "../../ui/monogram.tsx";
import { Problem } from "../../ui/alert.tsx";
import { Button, OnlineButton } from "../../ui/button.tsx";
import { PhoneField } from "../../ui/phone-field.tsx";
import { Card } from "../../ui/card.tsx";
import { Report } from "./report.tsx";

type Rail = "prompt" | "page";
type Problems = Partial<Record<"packageId" | "receiver" | "payer", string>>;

/**
 * What is sold, and how a guest buys it: package, number, paying number. The server writes it with all prices; then a script makes
 * it work.
 */
function Buy({ shop: written }: { shop: ShopAnswer }) {
  const [shop, setShop] = useState(written);
  const form = useGuestForm(shop, setShop);
  const { typed, set, problems, chosen } = form;
  const element = useRef<HTMLFormElement>(null);
  const isAlive = useTakeOver(element, set);
  const numberField = (name: "receiver" | "payer") => ({
    required: true,
    placeholder: "024 412 3456",
    error: problems[name],
    value: typed[name],
    onValue: (digits: string) => set({ [name]: digits }),
    onBlur: () => set({ [name]: repairPhone(typed[name]) }),
  });
  if (shop.packages.length === 0) return <p className="text-muted-foreground">Nothing is sold here now.</p>;
  return (
    <form ref={element} noValidate className="flex flex-col gap-5" onSubmit={form.submit}>
      <Packages shop={shop} chosenId={typed.packageId} problem={problems.packageId} onChoose={form.choose} />
      {shop.isOpen && (
        <>
          <div className="@container relative flex flex-col gap-2">
            <PhoneField
              label="Number that gets it"
              name="receiver"
              hint={chosen && productTypeOf(chosen.network).numberHint}
              {...numberField("receiver")}
            />
            <CarrierNote digits={typed.receiver} network={chosen?.network} />
          </div>
          <PhoneField
            label="Number that pays"
            name="payer"
            hint="Its mobile money pays. A prompt appears on this phone."
            autoComplete="tel-national"
            {...numberField("payer")}
          />
          <Pay form={form} isAlive={isAlive} />
        </>
      )}
    </form>
  );
}

interface PayProps {
  form: ReturnType<typeof useGuestForm>;
  isAlive: boolean;
}

function Pay({ form: { chosen, typed, busy, error, send }, isAlive }: PayProps) {
  return (
    <div className="flex flex-col gap-3">
      <Problem text={error === undefined ? undefined : errorText(error)} />
      <p role="status" className="min-h-6 text-sm text-muted-foreground">
        {chosen &&
          `${chosen.offer} ${chosen.network}${isPhone(typed.receiver) ? ` for ${groupPhone(typed.receiver)}` : ""}`}
      </p>
      <OnlineButton
        type="submit"
        size="lg"
        busy={busy === "prompt"}
        disabled={!isAlive || busy !== undefined}
      >
        {chosen ? `Pay ${money(chosen.price)}` : "Pay"}
      </OnlineButton>
      <Button
        variant="ghost"
        busy={busy === "page"}
        disabled={!isAlive || busy !== undefined}
        onClick={({ currentTarget }) => send("page", currentTarget.form)}
      >
        No prompt? Pay on Paystack’s page
      </Button>
    </div>
  );
}

interface PackagesProps {
  shop: ShopAnswer;
  chosenId: string | undefined;
  problem: string | undefined;
  onChoose: (id: string) => void;
}

function Packages({ shop: { packages, isOpen }, chosenId, problem, onChoose }: PackagesProps) {
  const networks = [...new Set(packages.map(({ network }) => network))];
  return (
    <div className="flex flex-col gap-4">
      {problem !== undefined && (
        <p role="alert" className="text-sm font-medium text-destructive">
          {problem}
        </p>
      )}
      {networks.map((network) => (
        <PackageChoice
          key={network}
          legend={<NetworkName network={network} />}
          packages={packages
            .filter((one) => one.network === network)
            .map((one) => ({ ...one, price: pesewas(one.price) }))}
          chosenId={chosenId}
          isWrong={problem !== undefined}
          isStopped={!isOpen}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

/** What a guest is told who looks at old prices. */
const outdated = ["price_changed", "package_unknown"] as const;

/** @param onShop gets the shop as it is now, if it is no longer what the page shows */
function useGuestForm({ name, packages }: ShopAnswer, onShop: (shop: ShopAnswer) => void) {
  const [typed, setTyped] = useState({ packageId: undefined as string | undefined, receiver: "", payer: "" });
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState<Rail>();
  const [error, setError] = useState<unknown>();
  // Sent again without an answer, it is the same order: the payer is asked once.
  const sent = useRef({ body: "", key: "" });
  const chosen = packages.find((one) => one._id === typed.packageId);
  const set = (change: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...change }));

  const send = async (rail: Rail, element: HTMLFormElement | null) => {
    if (busy !== undefined) return;
    const receiver = repairPhone(typed.receiver);
    const payer = repairPhone(typed.payer);
    const found = problemsOf({ chosen, receiver, payer });
    flushSync(() => setProblems(found));
    if (!chosen || Object.keys(found).length > 0) return focusFirst(element);
    const body = { packageId: chosen._id, price: toCedis(pesewas(chosen.price)), receiver, payer, rail };
    const text = JSON.stringify(body);
    if (sent.current.body !== text) sent.current = { body: text, key: randomKey() };
    setBusy(rail);
    setError(undefined);
    try {
      const started = await post<GuestOrderStarted>(`/shop/${name}/order`, body, {
        signedIn: false,
        idempotencyKey: sent.current.key,
      });
      location.assign(started.step === "page" ? started.said : `${guestOrderRoute}/${started.token}`);
    } catch (failed) {
      // Without an answer it may have been carried out, and must be the same order when it is sent again.
      if (failed instanceof ApiError && !failed.isOutcomeUnknown) sent.current = { body: "", key: "" };
      if (outdated.some((code) => isCode(failed, code)))
        await call<ShopAnswer>("GET", `/shop/${name}`, { signedIn: false }).then(
          ({ data }) => onShop(data),
          () => undefined,
        );
      setError(failed);
      setBusy(undefined);
    }
  };
  return {
    typed,
    set,
    problems,
    chosen,
    busy,
    error,
    choose: (packageId: string) => {
      set({ packageId });
      setProblems(({ packageId: _, ...rest }) => rest);
    },
    send: (rail: Rail, element: HTMLFormElement | null) => void send(rail, element),
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void send("prompt", event.currentTarget);
    },
  };
}

/** Takes over what was typed before the script ran, or what the browser has kept. Until then nothing can be sent. */
function useTakeOver(
  element: RefObject<HTMLFormElement | null>,
  set: (typed: { packageId: string | undefined; receiver: string; payer: string }) => void,
): boolean {
  const [isAlive, setAlive] = useState(false);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const data = new FormData(element.current);
    const text = (name: string) => {
      const value = data.get(name);
      return typeof value === "string" ? value : "";
    };
    const phone = (name: string) => phoneDigits(text(name));
    // The page that is on the screen is the source, and it is read once.
    // oxlint-disable-next-line react/set-state-in-effect
    set({ packageId: text("package") || undefined, receiver: phone("receiver"), payer: phone("payer") });
    setAlive(true);
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return isAlive;
}

function problemsOf(form: { chosen: unknown; receiver: string; payer: string }): Problems {
  const phone = `Please enter a ${limits.phone_digits}-digit phone number`;
  return {
    ...(form.chosen === undefined && { packageId: "Please choose a package" }),
    ...(!isPhone(form.receiver) && { receiver: phone }),
    ...(!isPhone(form.payer) && { payer: phone }),
  };
}

function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}

/** What a script brings to life on the page of an agent's shop. */
export function GuestShop({ shop }: { shop: ShopAnswer }) {
  return (
    <>
      <Card className="flex flex-col gap-4 p-4.5">
        <Buy shop={shop} />
      </Card>
      <Report name={shop.name} />
    </>
  );
}
