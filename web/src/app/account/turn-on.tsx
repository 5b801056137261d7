import { useMutation } from "@tanstack/react-query";
import { QRCodeSVG } from "qrcode.react";
import { useState, type FormEvent, type ReactNode } from "react";
import type { OfferAnswer, RecoveryAnswer } from "#api/contract/second-factor.ts";
import { errorText } from "../../lib/api-error.ts";
import { post, put } from "../../lib/api.ts";
import { useOnline } from "../../lib/online.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { secondFactorQuery } from "./second-factor.query.ts";

/** The steps: password, secret for the app, a code from the app, recovery codes to write down. */
export function TurnOn({ onClose }: { onClose: () => void }) {
  const offer = useMutation({
    mutationFn: (password: string) => post<OfferAnswer>("/user/second-factor", { password }),
  });
  const confirm = useMutation({
    mutationFn: (code: string) => put<RecoveryAnswer>("/user/second-factor", { code }),
    onSuccess: () => queryClient.invalidateQueries(secondFactorQuery),
  });
  return (
    <ResponsiveDialog title="Set up the second factor" onClose={onClose}>
      {offer.data === undefined && <AskPassword offer={offer} />}
      {offer.data !== undefined && confirm.data === undefined && (
        <AskCode offered={offer.data} confirm={confirm} />
      )}
      {confirm.data !== undefined && <RecoveryCodes codes={confirm.data.recoveryCodes} onClose={onClose} />}
    </ResponsiveDialog>
  );
}

interface Asking {
  mutate: (value: string) => void;
  isPending: boolean;
  error: Error | null;
}

function AskPassword({ offer }: { offer: Asking }) {
  const [password, setPassword] = useState("");
  return (
    <Step name="Next" asking={offer} value={password}>
      <Field label="Your password">
        {(parts) => (
          <PasswordInput
            {...parts}
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
    </Step>
  );
}

function AskCode({ offered, confirm }: { offered: OfferAnswer; confirm: Asking }) {
  const [code, setCode] = useState("");
  return (
    <Step name="Turn on" asking={confirm} value={code}>
      <p className="text-sm text-muted-foreground">
        Scan this with your authenticator app, or type the key in.
      </p>
      {/* Black on white with a white margin, also in dark mode, because not every camera can read it otherwise. */}
      <QRCodeSVG
        value={offered.uri}
        size={200}
        marginSize={4}
        title="QR code for the authenticator app"
        className="self-center rounded-lg"
      />
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-muted px-3.5 py-2">
        <code className="min-w-0 flex-1 text-sm break-all">{offered.secret}</code>
        <CopyButton value={offered.secret} what="key" />
      </div>
      <Field label="Code the app shows">
        {(parts) => (
          <Input
            {...parts}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
    </Step>
  );
}

function Step({
  name,
  asking,
  value,
  children,
}: {
  name: string;
  asking: Asking;
  value: string;
  children: ReactNode;
}) {
  const isOnline = useOnline();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    asking.mutate(value);
  };
  return (
    <form className="flex flex-col gap-3.5" onSubmit={submit}>
      {children}
      {asking.error !== null && (
        <Alert variant="destructive" role="alert">
          {errorText(asking.error)}
        </Alert>
      )}
      <Button type="submit" busy={asking.isPending} disabled={!isOnline || value.trim() === ""}>
        {name}
      </Button>
    </form>
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
