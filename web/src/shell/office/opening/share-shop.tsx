import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ImageDown } from "lucide-react";
import { QRCodeSVG } from "qrcode.react";
import { useCommand } from "../../../lib/command.ts";
import { countText } from "../../../lib/count-text.ts";
import { noticeQuery, useShopName } from "../../../live/notice.query.ts";
import { countsQuery } from "../../../orders/counts.query.ts";
import { available, productsQuery } from "../../../products/products.query.ts";
import { dashboardQuery } from "../../../reports/office/dashboard/dashboard.query.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { saveBlob } from "../../../ui/file-buttons.tsx";
import { pricePicture } from "./price-picture.ts";

/** How customers hear of the shop, and its first order as soon as it comes. */
export function ShareShop() {
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
