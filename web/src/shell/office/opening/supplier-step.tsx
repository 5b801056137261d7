import { useQuery } from "@tanstack/react-query";
import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import { supplierNames } from "#contract/terms/fulfilment.ts";
import { ButtonLink } from "../../../office/links.tsx";
import { Variables } from "../../../office/variables.tsx";
import { suppliersQuery } from "../../../suppliers/office/suppliers.query.ts";
import { Step, waiting } from "./step.tsx";

/** Without a supplier, an admin has each order delivered. */
export function SupplierStep() {
  const { data } = useQuery(suppliersQuery);
  return (
    <Step
      title="Orders that go out by themselves"
      why="A supplier delivers each order seconds after it was paid. Without one, you have each delivered yourself."
      isDone={data?.suppliers.some(({ today, usual }) => today.delivered + usual.delivered > 0)}
      isOptional
    >
      {data === undefined ? waiting : <WhatToDo of={data} />}
    </Step>
  );
}

function WhatToDo({ of: { suppliers, routes } }: { of: SuppliersAnswer }) {
  const on = suppliers.filter(({ name, isOn }) => isOn && name !== "stock");
  const isChosen = Object.values(routes).some((one) => one.length > 0);
  return (
    <>
      {on.length === 0 ? (
        <Variables names={["DATAMART_API_KEY"]}>
          For data packages of all networks, get a key from DataMart. Hubnet (<code>HUBNET_TOKEN</code>) and
          Reloadly for airtime (<code>RELOADLY_CLIENT_ID</code>, <code>RELOADLY_CLIENT_SECRET</code>) work
          too.
        </Variables>
      ) : (
        <p>
          {on.map(({ name }) => supplierNames[name]).join(", ")} can be used.{" "}
          {isChosen
            ? "Buy your cheapest package for your own number: this is done when it was delivered."
            : "Pay money in there, book it, and say which packages go out this way."}
        </p>
      )}
      <p className="text-sm text-muted-foreground">
        Vouchers need no supplier: add those that you bought to the stock, and each sale takes one.
      </p>
      <ButtonLink to="/admin/suppliers">Suppliers</ButtonLink>
    </>
  );
}
