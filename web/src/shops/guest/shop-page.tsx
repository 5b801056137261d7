import type { ReactNode } from "react";
import type { ShopAnswer } from "#contract/shops.ts";
import { groupPhone, internationalPhone } from "#contract/terms/phone.ts";
import { cn } from "../../lib/cn.ts";
import { Alert } from "../../ui/alert.tsx";
import { colourLook } from "../shop-colours.ts";
import { PublicPage } from "./public-page.tsx";

interface Props {
  owner: string;
  shop: ShopAnswer;
  /** What guests buy with. */
  children: ReactNode;
}

/** An agent's shop, as a stranger sees it. */
export function ShopPage({ owner, shop, children }: Props) {
  const { title, greeting, contact, isOpen } = shop;
  return (
    <PublicPage owner={owner} head={<ShopHead owner={owner} shop={shop} />}>
      {greeting !== "" && <p className="whitespace-pre-line wrap-anywhere">{greeting}</p>}
      {!isOpen && (
        <Alert role="note">
          {title} is closed at the moment. Prices are shown, and nothing can be bought.
        </Alert>
      )}
      {children}
      <noscript>
        <Alert>To buy here, please turn JavaScript on in your browser’s settings.</Alert>
      </noscript>
      {contact !== "" && (
        <p>
          Questions?{" "}
          <a
            className="inline-flex min-h-12 items-center font-semibold text-primary"
            href={`tel:+${internationalPhone(contact)}`}
          >
            {groupPhone(contact)}
          </a>
        </p>
      )}
      <p className="text-sm text-muted-foreground">
        {`${title} is the shop of an agent of ${owner}, who sets these prices. ${owner} delivers, and pays back what cannot be delivered.`}
      </p>
    </PublicPage>
  );
}

function ShopHead({ owner, shop: { title, colour } }: Pick<Props, "owner" | "shop">) {
  return (
    <header className={cn("text-white", colourLook[colour])}>
      <div className="mx-auto w-full max-w-2xl px-4 py-5">
        <h1 className="wrap-anywhere text-2xl leading-tight font-bold tracking-[-0.01em]">{title}</h1>
        <p className="text-sm">{`An agent of ${owner}`}</p>
      </div>
    </header>
  );
}
