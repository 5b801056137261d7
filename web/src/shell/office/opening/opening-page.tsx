import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { placeholderName } from "#contract/terms/placeholder-email.ts";
import { noticeQuery, useShopName } from "../../../live/notice.query.ts";
import { available, productsQuery } from "../../../products/products.query.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { meQuery, secondFactorQuery } from "../../../users/users.query.ts";
import { BackupStep, SupplierStep } from "./server-steps.tsx";
import {
  AddressStep,
  FactorStep,
  MessagesStep,
  MoveInStep,
  OwnerStep,
  PaymentStep,
  ProductsStep,
  RailStep,
  SecondAdminStep,
} from "./steps.tsx";
import { Link } from "@tanstack/react-router";
import { ImageDown } from "lucide-react";
import { QRCodeSVG } from "qrcode.react";
import { useCommand } from "../../../lib/command.ts";
import { countText } from "../../../lib/count-text.ts";
import { countsQuery } from "../../../live/counts.query.ts";
import { dashboardQuery } from "../../../reports/office/reports.query.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { saveBlob } from "../../../ui/file-buttons.tsx";
import { pricePicture } from "./price-picture.ts";

/** What a new shop needs before its first sale. Each step can be left for later, and shows done when it was seen to work. */
export function OpeningPage() {
  const { data: me } = useQuery(meQuery);
  const { data: factor } = useQuery(secondFactorQuery);
  const { data: products } = useQuery(productsQuery);
  const { data: notice } = useQuery(noticeQuery);
  // The first open one of those that every shop needs, once all are known.
  const next =
    products && notice && me && factor
      ? [
          ["products", available(products.rows).length === 0] as const,
          ["payment", notice.momoPhoneNumber === ""] as const,
          ["owner", me.username === placeholderName(me.phone)] as const,
          ["factor", !factor.isOn] as const,
        ].find(([, isOpen]) => isOpen)?.[0]
      : undefined;
  const [first, setFirst] = useState(next);
  if (first === undefined && next !== undefined) setFirst(next);
  const as = (step: typeof next) => ({ isNext: next === step, isReached: next === step && next !== first });
  return (
    <>
      <PageTitle>Open your shop</PageTitle>
      <p className="max-w-prose text-muted-foreground">
        Two steps and you can sell: what you sell, and where customers pay. The others make the shop safe and
        save you work. Do them in any order, now or later.
      </p>
      <div className="flex max-w-4xl flex-col gap-3.5">
        <ProductsStep {...as("products")} />
        <PaymentStep {...as("payment")} />
        <ShareShop />
        <OwnerStep {...as("owner")} />
        <FactorStep {...as("factor")} />
        <AddressStep />
        <MessagesStep />
        <RailStep />
        <SupplierStep />
        <BackupStep />
        <SecondAdminStep />
        <MoveInStep />
      </div>
    </>
  );
}

/** How customers hear of the shop, and its first order as soon as it comes. */
function ShareShop() {
  const shop = useShopName();
  const { data: products } = useQuery(productsQuery);
  const { data: notice } = useQuery(noticeQuery);
  const sold = available(products?.rows ?? []).filter(({ packages }) => packages.length > 0);
  const picture = useCommand({
    send: async () => saveBlob(`${shop}-prices.png`, await pricePicture(shop, location.host, sold)),
  });
  if (sold.length === 0 || notice === undefined || notice.momoPhoneNumber === "") return null;
  return (
    <Card role="region" aria-label="Share your shop" className="flex flex-col gap-3.5">
      <div>
        <h2 className="text-lg font-bold">Share your shop</h2>
        <p className="text-sm text-muted-foreground">
          Send the address to your customers, print the code, and put the prices into your status.
        </p>
      </div>
      {location.protocol !== "https:" && (
        <Alert variant="warning">
          Nobody should pay at this address: it is not encrypted. See “Name and address” below first.
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-3.5">
        {/* Black on white with a white margin, also in dark mode, because not every camera can read it otherwise. */}
        <QRCodeSVG
          value={location.origin}
          size={144}
          marginSize={3}
          title="The shop's address"
          className="rounded-lg"
        />
        <div className="flex min-w-[min(16rem,100%)] flex-1 flex-col gap-2.5">
          <div className="flex flex-wrap items-center gap-2.5">
            <b className="min-w-0 flex-1 wrap-anywhere">{location.origin}</b>
            <CopyButton value={location.origin} what="address" />
          </div>
          <Button
            variant="outline"
            className="self-start"
            busy={picture.isBusy}
            onClick={() => picture.send()}
          >
            {!picture.isBusy && <ImageDown aria-hidden className="size-5" />} Picture with prices
          </Button>
        </div>
      </div>
      <FirstSale />
    </Card>
  );
}

/** What leads to it: first the money comes in, and then the order. */
function FirstSale() {
  const { data: counts } = useQuery(countsQuery);
  const { data: dashboard } = useQuery(dashboardQuery);
  const order = dashboard?.oldestOrder;
  const topups = counts?.recharges.pending ?? 0;
  const link = "text-primary underline";
  return (
    <p role="status" className="flex flex-col gap-1">
      {topups > 0 && (
        <span>
          <b>{countText(topups, "top-up")} to decide.</b>{" "}
          <Link to="/admin/finance" className={link}>
            Open the top-ups
          </Link>
        </span>
      )}
      {order ? (
        <span>
          <b>Order {order.id} is waiting.</b>{" "}
          <Link to="/admin/orders" search={{ open: order.id }} className={link}>
            Open it
          </Link>
        </span>
      ) : (
        <span className="text-sm text-muted-foreground">The next order appears here when it comes.</span>
      )}
    </p>
  );
}
