import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ImageDown } from "lucide-react";
import { QRCodeSVG } from "qrcode.react";
import { useCommand } from "../../../lib/command.ts";
import { useShopName } from "../../../live/notice.query.ts";
import { available, productsQuery } from "../../../products/products.query.ts";
import { dashboardQuery } from "../../../reports/office/dashboard/dashboard.query.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { saveBlob } from "../../../ui/file-buttons.tsx";
import { pricePicture } from "./price-picture.ts";

/** How customers hear of the shop, and its first order as soon as it comes. */
export function ShareShop() {
  const shop = useShopName();
  const { data: products } = useQuery(productsQuery);
  const { data: dashboard } = useQuery(dashboardQuery);
  const sold = available(products?.rows ?? []).filter(({ packages }) => packages.length > 0);
  const picture = useCommand({
    send: async () => saveBlob(`${shop}-prices.png`, await pricePicture(shop, location.host, sold)),
  });
  if (sold.length === 0) return null;
  const order = dashboard?.oldestOrder;
  return (
    <Card role="region" aria-label="Share your shop" className="flex flex-col gap-3.5">
      <div>
        <h2 className="text-lg font-bold">Share your shop</h2>
        <p className="text-sm text-muted-foreground">
          Send the address to your customers, print the code, and put the prices into your status.
        </p>
      </div>
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
      <p role="status">
        {order ? (
          <>
            <b>Order {order.id} is waiting.</b>{" "}
            <Link to="/admin/orders" search={{ open: order.id }} className="text-primary underline">
              Open it
            </Link>
          </>
        ) : (
          <span className="text-sm text-muted-foreground">The next order appears here when it comes.</span>
        )}
      </p>
    </Card>
  );
}
