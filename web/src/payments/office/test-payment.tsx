import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { askingRail } from "#contract/rails.ts";
import { Button } from "../../ui/button.tsx";
import { TestDialog } from "./test-dialog.tsx";
import { testPaymentQuery } from "./test-payment.query.ts";

/** Opens the test of the setup, if the shop takes payments by prompt. */
export function TestPaymentButton() {
  const { data } = useQuery(testPaymentQuery);
  const [isOpen, setIsOpen] = useState(false);
  if (data?.isOn !== true) return null;
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
        Test payment
      </Button>
      {isOpen && <TestDialog rail={askingRail(data)} phone={data.phone} onClose={() => setIsOpen(false)} />}
    </>
  );
}
