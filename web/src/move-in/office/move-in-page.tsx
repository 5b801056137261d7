import { useQuery } from "@tanstack/react-query";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { ButtonLink } from "../../office/links.tsx";
import { Button, OnlineButton } from "../../ui/button.tsx";
import { Loading } from "../../ui/placeholders.tsx";
import { PageHead } from "../../ui/page-title.tsx";
import { MoveInCard, moveInsQuery } from "./move-in-card.tsx";
import { useRef, useState } from "react";
import {
  uploadTooLarge,
  type MoveInBody,
  type MoveInPart,
  type MoveInRecord,
  type Column,
  columnsOfKind,
  type FileKind,
  missingColumns,
} from "#contract/move-in.ts";
import { errorText, isCode } from "../../lib/api-error.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useCommand } from "../../lib/command.ts";
import { randomKey } from "../../lib/random-key.ts";
import { Alert } from "../../ui/alert.tsx";
import { Card } from "../../ui/card.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { ColumnPicker, FileField } from "../../office/column-picker.tsx";
import { asKind, type ChosenFile, openFile, columnNames } from "./chosen-file.ts";
import { post, put } from "../../lib/api.ts";
import { ErrorAlert } from "../../ui/form.tsx";

/** Users, their balances and products from another shop: first a dry run, then the move. */
export default function MoveInPage() {
  const query = useQuery(moveInsQuery);
  const { data } = query;
  return (
    <>
      <PageHead title="Moving in">
        <ButtonLink to="/admin/extras">Other Info</ButtonLink>
      </PageHead>
      <p className="max-w-prose text-sm text-muted-foreground">
        Users with their balances, and products, come from another shop as CSV files. Checking them adds
        nothing: it counts, and lists every line that is refused. The files are kept encrypted until they have
        moved in, for at most {officeLimits.move_in_kept_days} days. Nobody gets a message.
      </p>
      <FilesForm />
      {data === undefined && (
        <Loading of={query} what="The checks could not be loaded." rows={1} height="h-40" />
      )}
      {data !== undefined && data.items.length > 0 && (
        <ul aria-label="Checks" className="flex flex-col gap-3.5">
          {data.items.map((moveIn) => (
            <li key={moveIn._id}>
              <MoveInCard moveIn={moveIn} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const { move_in_files_max, move_in_upload_bytes_max } = officeLimits;

/** Chooses files, says what their columns are, and has them checked. */
function FilesForm() {
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const opening = useCommand({ send: openAll, onDone: setFiles, onError: () => setFiles([]) });
  const { check, sent } = useCheck(() => setFiles([]));
  const failure = check.input === files ? check.error : null;
  const isReady = files.every(({ kind, columns }) => missingColumns(kind, columns).length === 0);
  return (
    <Card className="flex flex-col gap-3.5">
      <FileField
        label="Files"
        hint={`CSV with headings in the first line, at most ${move_in_upload_bytes_max / 1024 / 1024} MB: 50,000 users fit`}
        error={opening.error?.message}
        multiple
        disabled={check.isBusy}
        onFiles={opening.send}
      />
      {files.map((file, at) => (
        <FileColumns
          key={file.name}
          file={file}
          isDisabled={check.isBusy}
          onChange={(changed) => setFiles(files.with(at, changed))}
        />
      ))}
      <ErrorAlert error={failure} textOf={(error) => `${errorText(error)} Nothing was added.`} />
      {check.isBusy && sent !== undefined && <Sending {...sent} />}
      {files.length > 0 && (
        <div className="flex flex-wrap gap-2.5">
          <Button variant="outline" disabled={check.isBusy} onClick={() => setFiles([])}>
            Clear
          </Button>
          <OnlineButton
            busy={check.isBusy}
            why={!isReady && "Please choose the missing columns first."}
            onClick={() => check.send(files)}
          >
            {failure === null ? "Check the files" : "Retry"}
          </OnlineButton>
        </div>
      )}
    </Card>
  );
}

/** Sends the files and has them checked; after a failure, what has arrived is not sent again. */
function useCheck(onChecked: () => void) {
  const upload = useRef<Upload>(undefined);
  const [sent, setSent] = useState<{ sent: number; parts: number }>();
  const check = useCommand({
    send: async (files: readonly ChosenFile[]) => {
      if (upload.current?.files !== files) upload.current = prepareUpload(files);
      const one = upload.current;
      const tell = () => setSent({ sent: one.sent, parts: one.parts.length });
      tell();
      return sendUpload(one, tell);
    },
    onDone: onChecked,
    // The form shows it.
    onError: () => undefined,
    onSettled: () => queryClient.invalidateQueries(moveInsQuery),
  });
  return { check, sent };
}

interface FileColumnsProps {
  file: ChosenFile;
  isDisabled: boolean;
  onChange: (file: ChosenFile) => void;
}

function FileColumns({ file, isDisabled, onChange }: FileColumnsProps) {
  const missing = missingColumns(file.kind, file.columns);
  return (
    <fieldset disabled={isDisabled} className="flex min-w-0 flex-col gap-2 border-t border-border pt-3">
      <legend className="sr-only">{file.name}</legend>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <b className="min-w-0 wrap-anywhere">{file.name}</b>
        <NativeSelect
          aria-label={`What ${file.name} has`}
          className="w-auto"
          value={file.kind}
          onChange={({ target }) => onChange(asKind(file, target.value as FileKind))}
        >
          <option value="users">Users</option>
          <option value="products">Products</option>
        </NativeSelect>
      </div>
      {missing.length > 0 && (
        <Alert role="status">
          Please choose which column has the{" "}
          {missing.map((column) => columnNames[column].toLowerCase()).join(", the ")}.
        </Alert>
      )}
      <ColumnPicker<Column>
        key={file.kind}
        table={file.sample}
        kinds={columnsOfKind(file.kind)}
        names={columnNames}
        columns={file.columns}
        isOpen={!file.isRecognized}
        onColumns={(columns) => onChange({ ...file, columns })}
      />
    </fieldset>
  );
}

function Sending({ sent, parts }: { sent: number; parts: number }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <progress aria-label="Sent" className="h-3 w-full accent-primary" max={parts} value={sent} />
      <p role="status">
        {sent < parts
          ? `Sending: ${Math.floor((sent / parts) * 100)} %`
          : "Sent. The shop checks every line…"}
      </p>
    </div>
  );
}

/** @throws Error with a text for people. */
async function openAll(chosen: readonly File[]): Promise<ChosenFile[]> {
  if (chosen.length > move_in_files_max) throw new Error(`At most ${move_in_files_max} files at a time`);
  if (chosen.reduce((sum, { size }) => sum + size, 0) > move_in_upload_bytes_max)
    throw new Error(uploadTooLarge);
  return Promise.all(chosen.map(openFile));
}

type Upload = ReturnType<typeof prepareUpload>;

/** @throws Error with a text for people. */
function prepareUpload(files: readonly ChosenFile[]) {
  const parts: MoveInPart[] = files.flatMap(({ name, text }, file) =>
    partsOf(name, text).map((part, number) => ({ file, part: number, text: part })),
  );
  // As a UUID.
  const id = randomKey().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return { id, files, parts, /** How many parts have arrived. */ sent: 0 };
}

/** Sends what has not arrived yet, and asks for the dry run. Called again after a failure, it goes on. */
async function sendUpload(upload: Upload, onProgress: () => void): Promise<MoveInRecord> {
  for (const part of upload.parts.slice(upload.sent)) {
    await put(`/move-in/upload/${upload.id}`, part);
    upload.sent += 1;
    onProgress();
  }
  const files = upload.files.map(({ name, kind, columns }, file) => ({
    name,
    kind,
    columns,
    parts: upload.parts.filter((part) => part.file === file).length,
  }));
  try {
    return await post<MoveInRecord>("/move-in", { upload: upload.id, files } satisfies MoveInBody);
  } catch (error) {
    // Another upload of this admin has deleted it, perhaps in another tab.
    if (isCode(error, "upload_incomplete")) upload.sent = 0;
    throw error;
  }
}

const lineEnd = 10;

function partsOf(name: string, text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const parts: string[] = [];
  for (let from = 0; from < bytes.length;) {
    const limit = from + officeLimits.move_in_part_bytes;
    const to = limit >= bytes.length ? bytes.length : bytes.lastIndexOf(lineEnd, limit - 1) + 1;
    if (to <= from) throw new Error(`A line of ${name} is too long to be one user or product.`);
    parts.push(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from, to)));
    from = to;
  }
  return parts;
}
