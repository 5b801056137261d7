import { Alert } from "../../ui/alert.tsx";

/** What a new admin may do, for whoever has to decide on it. */
export function AdminMay() {
  return (
    <Alert variant="warning">
      <p className="font-semibold">An admin may</p>
      <ul className="list-disc pl-5">
        <li>approve top-ups, and credit and debit wallets</li>
        <li>complete and reject orders, and change prices</li>
        <li>change the payment details, and what messages say</li>
        <li>see every user’s name, phone number and history, ban and delete users</li>
      </ul>
    </Alert>
  );
}
