import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "#contract/terms/dates.ts";
import { useCommand } from "../../../lib/command.ts";
import { dashboardQuery } from "../../../reports/office/dashboard/dashboard.query.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Variables } from "../../../office/variables.tsx";
import { Step } from "./step.tsx";

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
