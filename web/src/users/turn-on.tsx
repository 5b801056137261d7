import { QRCodeSVG } from "qrcode.react";
import { useState } from "react";
import {
  confirmFactorBody,
  type OfferAnswer,
  offerBody,
  type RecoveryAnswer,
} from "#contract/second-factor.ts";
import { useIsTouch } from "../lib/media.ts";
import { post, put } from "../lib/api.ts";
import { Form, useForm } from "../ui/form.tsx";
import { queryClient } from "../lib/query-client.ts";
import { Alert } from "../ui/alert.tsx";
import { Button, buttonVariants } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { CodeField, PasswordField } from "../ui/field.tsx";
import { ResponsiveDialog } from "../ui/responsive-dialog.tsx";
import { secondFactorQuery } from "./users.query.ts";

export function TurnOn({ onClose }: { onClose: () => void }) {
  return (
    <ResponsiveDialog title="Set up the second factor" onClose={onClose}>
      <TurnOnSteps onClose={onClose} />
    </ResponsiveDialog>
  );
}

/** The steps: password, secret for the app, a code from the app, recovery codes to write down. */
export function TurnOnSteps({ onClose }: { onClose: () => void }) {
  const [offered, setOffered] = useState<OfferAnswer>();
  const [codes, setCodes] = useState<readonly string[]>();
  const turnedOn = ({ recoveryCodes }: RecoveryAnswer) => {
    void queryClient.invalidateQueries(secondFactorQuery);
    setCodes(recoveryCodes);
  };
  return (
    <>
      {offered === undefined && <AskPassword onDone={setOffered} />}
      {offered !== undefined && codes === undefined && <AskCode offered={offered} onDone={turnedOn} />}
      {codes !== undefined && <RecoveryCodes codes={codes} onClose={onClose} />}
    </>
  );
}

function AskPassword({ onDone }: { onDone: (offered: OfferAnswer) => void }) {
  const form = useForm({
    schema: offerBody,
    initial: { password: "" },
    send: (body) => post<OfferAnswer>("/user/second-factor", body),
    onDone,
  });
  return (
    <Form form={form} send="Next" className="gap-3.5">
      <PasswordField label="Your password" {...form.field("password")} />
    </Form>
  );
}

function AskCode({ offered, onDone }: { offered: OfferAnswer; onDone: (answer: RecoveryAnswer) => void }) {
  const isTouch = useIsTouch();
  const form = useForm({
    schema: confirmFactorBody,
    initial: { code: "" },
    send: (body) => put<RecoveryAnswer>("/user/second-factor", body),
    onDone,
  });
  return (
    <Form form={form} send="Turn on" className="gap-3.5">
      <p className="text-sm text-muted-foreground">
        Scan this with your authenticator app, or type the key in. Your other devices will be signed out.
      </p>
      {/* Black on white with a white margin, also in dark mode, because not every camera can read it otherwise. */}
      <QRCodeSVG
        value={offered.uri}
        size={200}
        marginSize={4}
        title="QR code for the authenticator app"
        className="self-center rounded-lg"
      />
      {isTouch && (
        <a href={offered.uri} className={buttonVariants({ variant: "outline" })}>
          Open the app on this phone
        </a>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-muted px-3.5 py-2">
        <code className="min-w-0 flex-1 text-sm break-all">{offered.secret}</code>
        <CopyButton value={offered.secret} what="key" />
      </div>
      <CodeField label="Code the app shows" inputMode="numeric" {...form.field("code")} />
    </Form>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <>
      <Alert variant="warning">
        Write these down now: they are not shown again. Each one signs you in once if you lose the app.
      </Alert>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-4 gap-y-1.5 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2.5">
        <CopyButton value={codes.join("\n")} what="recovery codes" />
        <Button className="flex-1" onClick={onClose}>
          I have saved them
        </Button>
      </div>
    </>
  );
}
