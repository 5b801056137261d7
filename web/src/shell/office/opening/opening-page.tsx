import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { placeholderName } from "#contract/terms/placeholder-email.ts";
import { noticeQuery } from "../../../live/notice.query.ts";
import { available, productsQuery } from "../../../products/products.query.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { meQuery, secondFactorQuery } from "../../../users/users.query.ts";
import { BackupStep } from "./backup-step.tsx";
import { ShareShop } from "./share-shop.tsx";
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
import { SupplierStep } from "./supplier-step.tsx";

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
