import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type AskingRail, railKeys, railNames } from "#contract/rails.ts";
import { type StartTestAnswer, startTestBody } from "#contract/test-payments.ts";
import { post } from "../../lib/api.ts";
import { useForm } from "../../lib/form.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { FormEnd } from "../../ui/form-end.tsx";
import { PhoneField } from "../../ui/phone-field.tsx";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { isOpen, testPaymentQuery, watchedTestQuery } from "./test-payment.query.ts";
import { TestSteps } from "./test-steps.tsx";

interface Props {
  rail: AskingRail;
  phone: string;
  onClose: () => void;
}

/** A payment of ¢1.00 that tests the whole way, step by step. */
export function TestDialog(props: Props) {
  const { rail, onClose } = props;
  const { data } = useQuery(watchedTestQuery);
  const last = data?.last;
  return (
    <ResponsiveDialog title="Test payment" isStatic onClose={onClose}>
      <div className="flex flex-col gap-3">
        {!isOpen(last) && <StartForm {...props} />}
        {last !== null && last !== undefined && <TestSteps rail={rail} test={last} />}
        {isOpen(last) && (
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
    </ResponsiveDialog>
  );
}

function StartForm({ rail, phone, onClose }: Props) {
  const [key, setKey] = useState<StartTestAnswer["key"]>("accepted");
  const form = useForm({
    schema: startTestBody,
    initial: { phone },
    send: (body) => post<StartTestAnswer>("/payment/test", body),
    onDone: ({ key: said, ...answer }) => {
      setKey(said);
      queryClient.setQueryData(testPaymentQuery.queryKey, answer);
    },
  });
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
      <p className="text-sm text-muted-foreground">
        This phone is asked for ¢1.00. The money is received, credits nobody, and waits in Not matched until
        you return or match it.
      </p>
      <PhoneField label="Phone" {...form.field("phone")} />
      {key !== "accepted" && (
        <Alert variant="destructive" role="alert">
          {key === "refused"
            ? `${railNames[rail]} refuses the key. Please check ${railKeys[rail]}.`
            : `${railNames[rail]} did not answer. Please try again, and check that the server can reach it.`}
        </Alert>
      )}
      <FormEnd form={form} onCancel={onClose}>
        Ask for ¢1.00
      </FormEnd>
    </form>
  );
}
