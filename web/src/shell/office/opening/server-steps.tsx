import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "#contract/terms/dates.ts";
import { useCommand } from "../../../lib/command.ts";
import { dashboardQuery } from "../../../reports/office/reports.query.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Variables } from "../../../office/variables.tsx";
import { Step, waiting } from "./step.tsx";
import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import { supplierNames } from "#contract/terms/fulfilment.ts";
import { ButtonLink } from "../../../office/links.tsx";
import { suppliersQuery } from "../../../suppliers/office/suppliers.query.ts";

/** Where backups go is only said on the server: somebody who stole an admin's session could have the shop sent to them. */
export function BackupStep() {
  const { data } = useQuery(dashboardQuery);
  const backups = data?.backups;
  return (
    <Step
      title="Backups"
      why="If the machine is lost, the shop and every wallet come back from its last backup."
      isDone={backups === undefined ? undefined : typeof backups?.lastAt === "string" && !backups.isOverdue}
    >
      {backups === null && (
        <>
          <Keys />
          <Variables names={["BACKUP_TARGET", "BACKUP_KEY"]}>
            The shop makes no backups yet. A target is a folder on another disk, or s3://bucket/shop.
          </Variables>
        </>
      )}
      {backups && (
        <p role="status">
          {backups.lastAt === null
            ? "The first one is being made."
            : `The last one was made on ${formatDateTime(backups.lastAt)}, and read back.`}
        </p>
      )}
    </Step>
  );
}

/** Made in this browser, so the secret key is never on the shop's machine. */
async function makeKeys() {
  const { generateIdentity, identityToRecipient } = await import("age-encryption");
  const secret = await generateIdentity();
  return { secret, open: await identityToRecipient(secret) };
}

function Keys() {
  const [keys, setKeys] = useState<Awaited<ReturnType<typeof makeKeys>>>();
  const making = useCommand({ send: makeKeys, onDone: setKeys });
  // A page that came unencrypted may have been changed on its way.
  if (!isSecureContext)
    return (
      <p className="text-sm">
        <code>npm run backup -- keys</code> makes the keys: keep the secret one away from this machine.
      </p>
    );
  if (keys === undefined)
    return (
      <Button variant="soft" className="self-start" busy={making.isBusy} onClick={() => making.send()}>
        Make the keys
      </Button>
    );
  return (
    <>
      <Alert variant="warning">
        Keep the secret key on paper or in a safe: it is shown only now, and without it no backup opens.
      </Alert>
      <Key name="Secret key, BACKUP_IDENTITY" value={keys.secret} />
      <Key name="For the server, BACKUP_KEY" value={keys.open} />
    </>
  );
}

function Key({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <p className="text-sm text-muted-foreground">{name}</p>
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-muted px-3.5 py-2">
        <code className="min-w-0 flex-1 text-sm break-all">{value}</code>
        <CopyButton value={value} what={name} />
      </div>
    </div>
  );
}

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
