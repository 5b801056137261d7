import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { paymentList } from "#api/contract/payments.ts";
import { oneOf } from "../../lib/address.ts";
import { Chip, Chips } from "../../ui/chips.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { ListPage } from "../list/list-page.tsx";
import { useListPage } from "../list/use-list-page.ts";
import { Claims } from "./claims.tsx";
import { MatchDialog } from "./match-dialog.tsx";
import { OddPayments } from "./odd-payments.tsx";
import { type Acting, AskToAct, paymentColumns } from "./payment-columns.tsx";
import { ask_again_ms } from "./payments.query.ts";
import { PhonePanel } from "./phone/phone-panel.tsx";
import { phoneQuery } from "./phone/phone.query.ts";
import { RailLights } from "./rail-lights.tsx";
import { ReturnDialog } from "./return-dialog.tsx";
import { TestPaymentButton } from "./test-payment.tsx";

const own = { show: oneOf(["phone"]) };

/** What came in on the rails: first what belongs to nobody yet. */
export function PaymentsPage() {
  const { show } = useSearch({ from: "/admin/payments" });
  if (show !== "phone") return <Payments />;
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <PageTitle>Payments</PageTitle>
        <TestPaymentButton />
      </div>
      <Rails />
      <PhonePanel />
    </>
  );
}

/** What the rails hold, and the way to the shop's phone, if it has one. */
function Rails({ children }: { children?: ReactNode }) {
  const { show } = useSearch({ from: "/admin/payments" });
  const navigate = useNavigate({ from: "/admin/payments" });
  const { data: phone } = useQuery(phoneQuery);
  return (
    <>
      <RailLights />
      {phone?.isOn === true && (
        <Chips label="Parts">
          <Chip on={show !== "phone"} onClick={() => void navigate({ search: {} })}>
            Payments
          </Chip>
          <Chip on={show === "phone"} onClick={() => void navigate({ search: { show: "phone" } })}>
            The phone
          </Chip>
        </Chips>
      )}
      {children}
    </>
  );
}

function Payments() {
  const page = useListPage(paymentList, { every_ms: ask_again_ms, own });
  const [acting, setActing] = useState<Acting>();
  const isOpen = page.state.asked["status"] === "open";
  const close = () => setActing(undefined);
  return (
    <AskToAct value={setActing}>
      <ListPage
        page={page}
        title="Payments"
        columns={paymentColumns}
        rowHeights={["h-12", "h-12"]}
        actions={<TestPaymentButton />}
        whenEmpty={({ status }) => status === "open" && "Every payment is matched"}
      >
        <Rails>
          {isOpen && <Claims />}
          <OddPayments status={isOpen ? "open" : "all"} />
        </Rails>
      </ListPage>
      {acting?.act === "match" && <MatchDialog payment={acting.payment} onClose={close} />}
      {acting?.act === "return" && <ReturnDialog payment={acting.payment} onClose={close} />}
    </AskToAct>
  );
}
