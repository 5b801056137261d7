import type { ShopAnswer } from "#contract/shops.ts";
import { Card } from "../../ui/card.tsx";
import { Buy } from "./buy.tsx";
import { Report } from "./report.tsx";

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
