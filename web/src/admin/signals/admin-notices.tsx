import { BooksChange } from "../audit/books-change.tsx";
import { PaymentChange } from "../settings/payment-change.tsx";

/** What every admin has to see, on whatever page they are. */
export default function AdminNotices() {
  return (
    <>
      <PaymentChange />
      <BooksChange />
    </>
  );
}
