import { useState } from "react";
import type { SupplierRecord, SuppliersAnswer } from "#contract/fulfilment.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { put } from "../../lib/api.ts";
import { useCommand } from "../../lib/command.ts";
import { countText } from "../../lib/count-text.ts";
import { money } from "../../lib/money.ts";
import { useNow_ms } from "../../lib/now.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Variables } from "../../office/variables.tsx";
import { Badge, type BadgeVariant } from "../../ui/badge.tsx";
import { Button, OnlineButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { FundDialog } from "./fund-dialog.tsx";
import { durationText, supplierTitles } from "./supplier-text.ts";
import { suppliersQuery } from "./suppliers.query.ts";
import { VoucherStock } from "./voucher-stock.tsx";

interface Props {
  of: SupplierRecord;
  /** By the id of a package: vouchers that nobody has bought. */
  left: SuppliersAnswer["stock"];
}

/** One supplier: whether it works, what it holds for the shop, and how fast it is. */
export function SupplierCard({ of, left }: Props) {
  const { name, isOn, books, open } = of;
  const [isBooking, setIsBooking] = useState(false);
  const now_ms = useNow_ms();
  const title = supplierTitles[name];
  const lights = name === "stock" ? [stockLight(of, left)] : isOn ? lightsOf(of, now_ms) : [off];
  const bookMoney = (
    <Button variant="soft" size="sm" onClick={() => setIsBooking(true)}>
      Book money
    </Button>
  );
  return (
    <Card role="region" aria-label={title} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="text-lg font-bold">{title}</h2>
        <span className="flex flex-wrap gap-1.5">
          {lights.map(({ word, variant }) => (
            <Badge key={word} variant={variant}>
              {word}
            </Badge>
          ))}
        </span>
      </div>
      <p className="text-sm text-muted-foreground">{purposes[name]}</p>
      {!isOn && <Variables names={variables[name]}>{title} gets no orders.</Variables>}
      {lights.map(
        ({ word, why }) =>
          why !== undefined && (
            <p key={word} className="text-sm font-medium wrap-anywhere">
              {why}
            </p>
          ),
      )}
      {(isOn || books !== 0 || open > 0) && <SupplierFacts of={of} />}
      {name === "stock" ? (
        <VoucherStock left={left}>{bookMoney}</VoucherStock>
      ) : (
        <div className="mt-1 flex flex-wrap gap-2">
          {isOn && <PauseButton of={of} />}
          {bookMoney}
        </div>
      )}
      {isBooking && <FundDialog of={of} onClose={() => setIsBooking(false)} />}
    </Card>
  );
}

/** What turns each of them on. */
const variables: Record<SupplierRecord["name"], string[]> = {
  datamart: ["DATAMART_API_KEY"],
  hubnet: ["HUBNET_TOKEN"],
  reloadly: ["RELOADLY_CLIENT_ID", "RELOADLY_CLIENT_SECRET"],
  stock: [],
};

const purposes: Record<SupplierRecord["name"], string> = {
  datamart: "Delivers data packages of all networks from the money that the shop has paid in there.",
  hubnet:
    "Delivers data packages of MTN and AirtelTigo. It names no prices: an order costs what its price list here says.",
  reloadly: "Delivers airtime of all networks. The number itself says which one it is.",
  stock: "Vouchers that the shop has bought in advance: each sale takes the oldest one.",
};

interface Light {
  word: string;
  variant: BadgeVariant;
  why?: string;
}

const off: Light = { word: "off", variant: "info" };

function stockLight({ books, balance }: SupplierRecord, left: Props["left"]): Light {
  if (balance !== null && books !== balance)
    return {
      word: "books differ",
      variant: "warning",
      why: `The vouchers that are left have cost ${money(balance)}. Book what the shop has paid for them.`,
    };
  const isEmpty = Object.values(left).every((count) => count === 0);
  return isEmpty ? { word: "empty", variant: "info" } : { word: "works", variant: "success" };
}

/** All that stops it or looks wrong. If nothing does, it works. */
function lightsOf(of: SupplierRecord, now_ms: number): Light[] {
  const { isPaused, restsUntil, failure, books, balance, differsSince } = of;
  const isResting = restsUntil !== null && Date.parse(restsUntil) > now_ms;
  const lights: Light[] = [];
  if (isPaused)
    lights.push({
      word: "paused",
      variant: "warning",
      why: "It gets no new orders. The shop still asks about those that it has.",
    });
  if (isResting)
    lights.push({
      word: "rests",
      variant: "destructive",
      why: `It rests until ${formatDateTime(restsUntil)} because it failed several times: ${failure ?? "no reason known"}.`,
    });
  // It is compared once a minute, so money that was just booked may have made them equal.
  if (differsSince !== null && balance !== null && balance !== books)
    lights.push({
      word: "balance differs",
      variant: "warning",
      why: `Its balance differs from the books by ${money(Math.abs(balance - books))} since ${formatDateTime(differsSince)}. Orders on their way explain it for some minutes. After that, book what is missing.`,
    });
  if (balance === null)
    lights.push({
      word: "not heard yet",
      variant: "warning",
      why: "It has not told its balance yet. If it does not within two minutes, its key may be wrong.",
    });
  return lights.length > 0 ? lights : [{ word: "works", variant: "success" }];
}

function SupplierFacts({ of }: { of: SupplierRecord }) {
  const { name, books, balance, open, waiting, today, usual, refusals } = of;
  return (
    <Facts>
      <Fact name="In the books">{money(books)}</Fact>
      <Fact name={name === "stock" ? "Vouchers left are worth" : "It says itself"}>
        {balance === null ? "–" : money(balance)}
      </Fact>
      {name !== "stock" && <Fact name="On their way">{countText(open, "order")}</Fact>}
      <Fact name="Waiting to be sent">{countText(waiting, "order")}</Fact>
      <Fact name="Delivered today">{countText(today.delivered, "order")}</Fact>
      {name !== "stock" && (
        <>
          <Fact name="Speed today">{speedText(today)}</Fact>
          <Fact name="Usual speed">{speedText(usual)}</Fact>
        </>
      )}
      {refusals.length > 0 && (
        <Fact name="Refused today">
          <ul className="wrap-anywhere">
            {refusals.map(({ reason, count }) => (
              <li key={reason}>
                {count} × {reason || "no reason"}
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </Facts>
  );
}

function speedText({ median_s, p95_s }: SupplierRecord["today"]): string {
  if (median_s === null || p95_s === null) return "–";
  return `half in ${durationText(median_s)}, 95 % in ${durationText(p95_s)}`;
}

function PauseButton({ of: { name, isPaused } }: { of: SupplierRecord }) {
  const change = useCommand({
    send: () => put<SuppliersAnswer>(`/supplier/${name}/pause`, { isPaused: !isPaused }),
    onDone: (answer) => queryClient.setQueryData(suppliersQuery.queryKey, answer),
  });
  return (
    <OnlineButton variant="outline" size="sm" busy={change.isBusy} onClick={() => change.send()}>
      {isPaused ? "Go on" : "Pause"}
    </OnlineButton>
  );
}
