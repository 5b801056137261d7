import { useState } from "react";
import { shopPricesBody, type OwnShopAnswer } from "#contract/shops.ts";
import { parseCedis, formatCedis, toCedis, type Pesewas } from "#contract/terms/money.ts";
import { priceByRule, usualPriceRule } from "#contract/terms/pricing.ts";
import { isCode } from "../lib/api-error.ts";
import { money, pesewas, plainAmount, plainMoney } from "../lib/money.ts";
import { notify } from "../lib/notifications.ts";
import { queryClient, getQuery } from "../lib/query-client.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Input, TextField } from "../ui/field.tsx";
import { FormEnd, useForm } from "../ui/form.tsx";
import { NetworkName } from "../ui/monogram.tsx";

export const myShopQuery = getQuery<OwnShopAnswer>(["my shop"], "/user/shop");

type Packages = OwnShopAnswer["packages"];
type Package = Packages[number];
/** What is typed, by package; an empty text: not offered. */
type Typed = Record<string, string>;

/** What the agent pays, asks and earns for each package. */
export function ShopPrices({ packages }: { packages: Packages }) {
  // Another tab or the shop may change them meanwhile: then the form begins anew.
  const saved = packages.map(({ _id, price, cost }) => `${_id} ${price} ${cost}`).join();
  return <PriceForm key={saved} packages={packages} />;
}

function PriceForm({ packages }: { packages: Packages }) {
  const initial: Typed = Object.fromEntries(
    packages.map((one) => [one._id, plainMoney(one.price ?? undefined)]),
  );
  const form = useForm({
    initial,
    body: (typed) => ({ prices: changesOf(packages, typed) }),
    check: ({ prices }) => problemsOf(packages, prices),
    schema: shopPricesBody,
    send: (body, send) => send<OwnShopAnswer>({ method: "PUT", path: "/user/shop/prices", body }),
    onDone: (answer) => {
      queryClient.setQueryData(myShopQuery.queryKey, answer);
      notify("Your prices are saved", "success");
    },
    // The shop may have changed its prices meanwhile.
    onError: (error) => {
      if (isCode(error, "price_below_cost") || isCode(error, "price_above_highest"))
        void queryClient.invalidateQueries(myShopQuery);
    },
  });
  const { values: typed, set, problems } = form;
  const networks = [...new Set(packages.map(({ network }) => network))];
  const changes = changesOf(packages, typed);
  const changed = changes.length;
  // What was wrong when it was sent, and still is.
  const wrong = problemsOf(packages, changes);
  return (
    <Card role="region" aria-label="Prices">
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
        <div>
          <h2 className="text-lg font-bold">Prices</h2>
          <p className="text-sm text-muted-foreground">
            A package without a price is not offered. New prices count for later orders only.
          </p>
        </div>
        <TooLow packages={packages} />
        <ByMargin packages={packages} onPrices={set} />
        {networks.map((network) => (
          <section key={network} aria-label={network}>
            <h3 className="mb-1 font-semibold">
              <NetworkName network={network} />
            </h3>
            <ul className="divide-y divide-border">
              {packages
                .filter((one) => one.network === network)
                .map((one) => (
                  <PriceRow
                    key={one._id}
                    one={one}
                    typed={typed[one._id] ?? ""}
                    problem={problems[one._id] && wrong[one._id]}
                    onTyped={(text) => set({ [one._id]: text })}
                  />
                ))}
            </ul>
          </section>
        ))}
        {changed > 0 && (
          <div className="sticky bottom-20 md:bottom-4">
            <FormEnd form={form} className="w-full shadow-sm">
              {`Save ${changed} ${changed === 1 ? "price" : "prices"}`}
            </FormEnd>
          </div>
        )}
      </form>
    </Card>
  );
}

/** What the agent offers below what they pay now. */
function TooLow({ packages }: { packages: Packages }) {
  const low = packages.filter((one) => one.price !== null && pesewas(one.price) < pesewas(one.cost));
  if (low.length === 0) return null;
  return (
    <Alert role="alert">
      {`You now pay more than you ask for ${low.map(({ offer, network }) => `${offer} ${network}`).join(", ")}. It is not sold until you set a new price.`}
    </Alert>
  );
}

interface RowProps {
  one: Package;
  typed: string;
  problem: string | undefined;
  onTyped: (text: string) => void;
}

function PriceRow({ one, typed, problem, onTyped }: RowProps) {
  const { _id, offer, network, cost, highest, isAvailable } = one;
  const price = amountOf(typed);
  const margin = price === undefined ? undefined : price - pesewas(cost);
  const noteId = `price-${_id}`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_7rem] items-center gap-x-3 py-2">
      <span className="min-w-0 wrap-anywhere">
        <b className="block">{offer}</b>
        <span className="text-sm text-muted-foreground">
          You pay {money(cost)}
          {!isAvailable && " · out of stock"}
        </span>
      </span>
      <Input
        aria-label={`Your price for ${offer} ${network}`}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={noteId}
        inputMode="decimal"
        autoComplete="off"
        placeholder={`to ${plainMoney(highest)}`}
        className="text-right"
        value={typed}
        onChange={({ target }) => onTyped(target.value)}
      />
      <span id={noteId} className="col-span-2 min-h-5 text-right text-sm">
        {problem !== undefined ? (
          <b className="font-medium text-destructive">{problem}</b>
        ) : (
          <span className="text-muted-foreground">
            {margin === undefined ? "Not offered" : margin < 0 ? "" : `You earn ${formatCedis(margin)}`}
          </span>
        )}
      </span>
    </li>
  );
}

/** Fills in all prices from what the agent pays. Nothing is saved before the prices were looked at. */
function ByMargin({ packages, onPrices }: { packages: Packages; onPrices: (prices: Typed) => void }) {
  const [margin, setMargin] = useState("10");
  const fill = () => {
    const percent = parseCedis(margin);
    if (percent === undefined || percent < 0) return notify("Please enter a number of percent");
    const rule = { unit: "percent", step: usualPriceRule.step } as const;
    const prices = packages.map((one): [string, string] => {
      const price = priceByRule(pesewas(one.cost), percent, rule);
      return [one._id, plainMoney(toCedis(Math.min(price, pesewas(one.highest))))];
    });
    onPrices(Object.fromEntries(prices));
  };
  return (
    <div className="flex flex-wrap items-end gap-2.5">
      <div className="w-28">
        <TextField label="Margin in %" inputMode="decimal" value={margin} onValue={setMargin} />
      </div>
      <Button variant="outline" onClick={fill}>
        Fill in all prices
      </Button>
    </div>
  );
}

function amountOf(typed: string): Pesewas | undefined {
  return typed.trim() === "" ? undefined : parseCedis(plainAmount(typed));
}

interface Change {
  package: string;
  /** Cedis as typed, if they are no amount. */
  price: number | string | null;
}

function changesOf(packages: Packages, typed: Typed): Change[] {
  return packages.flatMap(({ _id, price: before }) => {
    const text = (typed[_id] ?? "").trim();
    const amount = amountOf(text);
    const price = text === "" ? null : amount === undefined ? text : toCedis(amount);
    return price === before ? [] : [{ package: _id, price }];
  });
}

/** The server checks the same. Here each message is beside its price. */
function problemsOf(packages: Packages, changed: Change[]): Record<string, string> {
  return Object.fromEntries(
    changed.flatMap(({ package: id, price }): [string, string][] => {
      const one = packages.find(({ _id }) => _id === id);
      if (!one || price === null) return [];
      if (typeof price === "string" || price <= 0) return [[id, "Please enter a valid amount"]];
      if (pesewas(price) < pesewas(one.cost))
        return [[id, `At least ${money(one.cost)}, which is what you pay`]];
      return pesewas(price) > pesewas(one.highest) ? [[id, `At most ${money(one.highest)}`]] : [];
    }),
  );
}
