import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryClient } from "../../lib/query-client.ts";
import { useState } from "react";
import type { MessageRecord, PreviewAnswer } from "#contract/messages.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { occasionOf, templateProblem } from "#contract/terms/messages.ts";
import type { MessageKind } from "#contract/terms/event-texts.ts";
import { post } from "../../lib/api.ts";
import { countText } from "../../lib/count-text.ts";
import { useCommand } from "../../lib/command.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, OnlineButton } from "../../ui/button.tsx";
import { useDebounced } from "../../office/debounced.ts";
import { Card } from "../../ui/card.tsx";
import { TextAreaField } from "../../ui/text-area.tsx";
import { notify } from "../../lib/notifications.ts";

interface Props {
  kind: MessageKind;
  text: string;
  /** Why it was not saved. */
  problem: string | undefined;
  onText: (text: string) => void;
}

/** Edits one text with its allowed fields. Shows a preview and the cost below. */
export function TemplateEditor(props: Props) {
  const { kind, text, problem } = props;
  const [isChosen, setChosen] = useState(false);
  const isOpen = isChosen || problem !== undefined;
  const occasion = occasionOf(kind);
  const isOwn = text === occasion.text || text === "";
  return (
    <Card className="flex flex-col gap-3">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-12 flex-wrap items-center justify-between gap-2 text-left"
        onClick={() => setChosen(!isOpen)}
      >
        <span className="font-bold">{occasion.label}</span>
        <span className="flex items-center gap-2 text-sm text-muted-foreground">
          {!isOwn && <Badge variant="info">changed</Badge>}
          to the {occasion.to === "admin" ? "shop" : occasion.to}
        </span>
        {!isOpen && <span className="w-full text-sm text-muted-foreground">{text || occasion.text}</span>}
      </button>
      {isOpen && <Editor {...props} isOwn={isOwn} />}
    </Card>
  );
}

function Editor({ kind, text, problem: refusal, onText, isOwn }: Props & { isOwn: boolean }) {
  const { fields, text: own } = occasionOf(kind);
  const wrong = text === "" ? undefined : templateProblem(kind, text);
  return (
    <>
      <TextAreaField
        label="Text"
        hint="If empty, the default text is used."
        error={wrong ?? refusal}
        rows={4}
        maxLength={officeLimits.template_length_max}
        value={text}
        onValue={onText}
      />
      <div role="group" aria-label="Insert a field" className="flex flex-wrap gap-2">
        {Object.keys(fields).map((name) => (
          <Button key={name} variant="secondary" size="sm" onClick={() => onText(`${text}{${name}}`)}>
            {`{${name}}`}
          </Button>
        ))}
      </div>
      <Preview kind={kind} template={text === "" ? own : text} isRight={wrong === undefined} />
      {!isOwn && (
        <Button variant="ghost" size="sm" className="self-start" onClick={() => onText(own)}>
          Use the default text
        </Button>
      )}
    </>
  );
}

const typing_ms = 300;

function Preview({ kind, template, isRight }: { kind: MessageKind; template: string; isRight: boolean }) {
  const settled = useDebounced(template, typing_ms);
  const { data } = useQuery({
    queryKey: ["messages", "preview", kind, settled],
    queryFn: ({ signal }) => post<PreviewAnswer>("/message/preview", { kind, template: settled }, { signal }),
    enabled: templateProblem(kind, settled) === undefined,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  const test = useCommand({
    send: () => post<MessageRecord>("/message/test", { kind, template }),
    onDone: ({ recipient }) => {
      notify(`A test message is on its way to ${recipient}`, "success");
      void queryClient.invalidateQueries({ queryKey: ["messages", "page"] });
    },
  });
  return (
    <div className="flex flex-col gap-2 rounded-lg bg-muted p-3">
      <p className="wrap-anywhere" aria-live="polite">
        {data?.text ?? "…"}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
          {data !== undefined && (
            <>
              <Badge variant={data.segments === 1 ? "success" : "warning"}>
                {countText(data.segments, "segment")}
              </Badge>
              {data.characters} characters with ordinary values
            </>
          )}
        </span>
        {isRight && (
          <OnlineButton variant="outline" size="sm" busy={test.isBusy} onClick={() => test.send()}>
            Send a test
          </OnlineButton>
        )}
      </div>
    </div>
  );
}
