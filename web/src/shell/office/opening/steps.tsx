import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Channel, MessageRecord } from "#contract/messages.ts";
import type { Page } from "#contract/lists.ts";
import { occasionOf } from "#contract/terms/messages.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { placeholderName } from "#contract/terms/placeholder-email.ts";
import { askingRail, railKeys, railNames } from "#contract/rails.ts";
import { post } from "../../../lib/api.ts";
import { useCommand } from "../../../lib/command.ts";
import { countText } from "../../../lib/count-text.ts";
import { getQuery, queryClient } from "../../../lib/query-client.ts";
import { noticeQuery } from "../../../live/notice.query.ts";
import { gatewaysQuery, look_again_ms } from "../../../messages/office/gateways.query.ts";
import { approvalsQuery } from "../../../office/approvals.query.ts";
import { ButtonLink } from "../../../office/links.tsx";
import { TestPaymentButton, testPaymentQuery } from "../../../payments/office/test-payment.tsx";
import { StartList } from "../../../products/office/start-list.tsx";
import { available, productsQuery } from "../../../products/products.query.ts";
import { paymentSetting } from "../../../settings/office/settings-page.tsx";
import { SettingForm } from "../../../settings/office/setting-form.tsx";
import { Button, OnlineButton } from "../../../ui/button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { ErrorAlert } from "../../../ui/form.tsx";
import { ProfileForm } from "../../../users/profile-form.tsx";
import { InviteAdmin } from "../../../users/office/admin-rights.tsx";
import { TurnOn } from "../../../users/turn-on.tsx";
import { meQuery, secondFactorQuery } from "../../../users/users.query.ts";
import { Variables } from "../../../office/variables.tsx";
import { Step, type StepProps, waiting } from "./step.tsx";

type Props = Pick<StepProps, "isNext" | "isReached">;

/** Customers need a name that they know and an address that they reach. */
export function AddressStep(props: Props) {
  const { data: notice } = useQuery(noticeQuery);
  const isPublic = location.protocol === "https:";
  return (
    <Step
      title="Name and address"
      why="Customers see the name on every page and open the shop at its address."
      isDone={isPublic}
      {...props}
    >
      <Facts>
        <Fact name="Name">{notice?.shopName ?? "…"}</Fact>
        <Fact name="Address, as you opened it">
          <span className="wrap-anywhere">{location.origin}</span>
        </Fact>
      </Facts>
      <Variables names={["SHOP_NAME", "PUBLIC_URL"]}>
        {isPublic
          ? "To change them:"
          : "This address is not encrypted, so phones show a warning and nobody should pay here. Put the shop behind an https:// address."}
      </Variables>
    </Step>
  );
}

/** The first admin is made with a name that nobody chose. */
export function OwnerStep(props: Props) {
  const { data: me } = useQuery(meQuery);
  return (
    <Step
      title="You"
      why="Customers and colleagues see your name, and you sign in with your number."
      isDone={me && me.username !== placeholderName(me.phone)}
      {...props}
    >
      {me === undefined ? waiting : <ProfileForm me={me} />}
    </Step>
  );
}

export function FactorStep(props: Props) {
  const { data } = useQuery(secondFactorQuery);
  const [isOpen, setOpen] = useState(false);
  return (
    <Step
      title="Second factor"
      why="With it, a stolen password alone opens neither the office nor a wallet."
      isDone={data?.isOn}
      {...props}
    >
      {data?.isOn === true && <p>Signing in asks for a code from your authenticator app.</p>}
      {data?.isOn === false && (
        <Button variant="soft" className="self-start" onClick={() => setOpen(true)}>
          Set up
        </Button>
      )}
      {/* Until it is closed, because its last step shows the recovery codes. */}
      {isOpen && <TurnOn onClose={() => setOpen(false)} />}
    </Step>
  );
}

export function ProductsStep(props: Props) {
  const { data } = useQuery(productsQuery);
  const packages = data && available(data.rows).reduce((sum, one) => sum + one.packages.length, 0);
  return (
    <Step
      title="What you sell"
      why="Tick the packages that you can deliver, and say what each level pays."
      isDone={packages === undefined ? undefined : packages > 0}
      {...props}
    >
      {packages !== undefined && packages > 0 && (
        <p>
          {countText(packages, "package")} can be bought.{" "}
          <ButtonLink to="/admin/products">Packages and prices</ButtonLink>
        </p>
      )}
      <StartList />
    </Step>
  );
}

export function PaymentStep(props: Props) {
  const { data: notice } = useQuery(noticeQuery);
  const isSet = notice && notice.momoPhoneNumber !== "";
  return (
    <Step
      title="Where customers pay"
      why="They send mobile money to this number and then ask for their top-up."
      isDone={isSet}
      {...props}
    >
      {notice === undefined ? waiting : <SettingForm setting={paymentSetting} live={notice} />}
      {isSet && (
        <section aria-label="As customers see it">
          <h3 className="text-sm text-muted-foreground">As customers see it</h3>
          <Facts>
            <Fact name="Number">{groupPhone(notice.momoPhoneNumber)}</Fact>
            <Fact name="Name">{notice.momoAccountName}</Fact>
          </Facts>
        </section>
      )}
    </Step>
  );
}

/** Seen to work once a test payment was paid, heard and booked. */
export function RailStep(props: Props) {
  const { data } = useQuery(testPaymentQuery);
  const rail = data && askingRail(data);
  const last = data?.last;
  return (
    <Step
      title="Payments that book themselves"
      why="With prompts, the customer approves on their phone and has the money at once, without your work."
      isDone={data && last?.state === "paid" && last.heardAt !== null && last.status !== null}
      isOptional
      {...props}
    >
      {rail !== undefined && data?.isOn === false && (
        <Variables names={[railKeys[rail]]}>Prompts go over {railNames[rail]}.</Variables>
      )}
      {data?.isOn === true && (
        <>
          <p className="text-sm">
            Ask your own phone for ¢1.00: the test shows every step, and what to mend if one fails.
          </p>
          <TestPaymentButton />
        </>
      )}
      <Variables names={["SMS_RECEIPTS_KEY"]}>
        Without prompts, your mobile money phone can forward its receipts to the shop.
      </Variables>
    </Step>
  );
}

const tested = "topup_approved";

const lastTestsQuery = getQuery<Page<MessageRecord>, Partial<Record<Channel, MessageRecord>>>(
  ["messages", "last tests"],
  "/message?kind=test&limit=10",
  {
    staleTime: 0,
    refetchInterval: look_again_ms,
    select: ({ items }) => Object.fromEntries(items.toReversed().map((one) => [one.channel, one])),
  },
);

export function MessagesStep(props: Props) {
  const { data: gateways } = useQuery(gatewaysQuery);
  const { data: last } = useQuery(lastTestsQuery);
  const { data: me } = useQuery(meQuery);
  return (
    <Step
      title="Messages"
      why="Customers hear by SMS that their money arrived and their bundle is there."
      isDone={last && last.sms?.state === "sent"}
      {...props}
    >
      {gateways?.sms.configured === false && (
        <Variables names={["SMS_GATEWAY", "SMS_KEY", "SMS_SENDER"]}>
          No SMS gateway is chosen. The shop knows mnotify, arkesel and hubtel.
        </Variables>
      )}
      {gateways?.sms.configured === true && (
        <TestMessage
          last={last?.sms}
          path="/message/test"
          body={{ kind: tested, template: occasionOf(tested).text }}
        >
          Send a test SMS to my number
        </TestMessage>
      )}
      {gateways?.email.configured === false && (
        <Variables names={["SMTP_URL", "MAIL_FROM"]}>
          Without a mail server nobody can reset a forgotten password.
        </Variables>
      )}
      {gateways?.email.configured === true && (
        <TestMessage last={last?.email} path="/message/test-mail" body={{}}>
          Send a test email to {me?.email ?? "me"}
        </TestMessage>
      )}
    </Step>
  );
}

interface TestMessageProps {
  last: MessageRecord | undefined;
  path: string;
  body: object;
  children: ReactNode;
}

function TestMessage({ last, path, body, children }: TestMessageProps) {
  const test = useCommand({
    send: () => post<MessageRecord>(path, body),
    onDone: () => void queryClient.invalidateQueries(lastTestsQuery),
    onError: () => undefined,
  });
  return (
    <>
      <OnlineButton variant="soft" className="self-start" busy={test.isBusy} onClick={() => test.send()}>
        {children}
      </OnlineButton>
      <ErrorAlert error={test.error} />
      {last && (
        <p role="status" className="text-sm wrap-anywhere">
          The last test to {last.channel === "sms" ? groupPhone(last.recipient) : last.recipient} is{" "}
          {last.state === "unsent" ? "not sent" : last.state}. {last.answer}
        </p>
      )}
    </>
  );
}

/** The second one can help if the first loses their phone, and takes part in what takes two. */
export function SecondAdminStep(props: Props) {
  const { data } = useQuery(approvalsQuery);
  return (
    <Step
      title="A second admin"
      why="Somebody who can let you back in, and without whom large amounts do not move."
      isDone={data?.isBinding}
      isOptional
      {...props}
    >
      <InviteAdmin />
      <p className="text-sm">
        Somebody who is registered already becomes an admin on their page under{" "}
        <ButtonLink to="/admin/users">Users</ButtonLink>
      </p>
    </Step>
  );
}

export function MoveInStep(props: Props) {
  return (
    <Step
      title="Moving in"
      why="Users with their balances, and products, can come from another shop."
      isDone={false}
      isOptional
      {...props}
    >
      <ButtonLink to="/admin/extras" search={{ tab: "move-in" }} className="self-start">
        Users and products from another shop
      </ButtonLink>
    </Step>
  );
}
