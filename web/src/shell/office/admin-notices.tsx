import { BooksChange } from "../../books/office/books-change.tsx";
import { PaymentChange } from "../../settings/office/payment-change.tsx";

/** What every admin has to see, on whatever page they are. */
export default function AdminNotices() {
  return (
    <>
      <PaymentChange />
      <BooksChange />
    </>
  );
}
