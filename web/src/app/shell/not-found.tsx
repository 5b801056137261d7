import { buttonLook } from "../../ui/button.tsx";

export function NotFound() {
  return (
    <main className="mx-auto flex max-w-md flex-col gap-4 px-4 py-16 text-center">
      <h1 className="text-l font-bold">There is no such page</h1>
      <a href="/" className={buttonLook()}>
        Go Home
      </a>
    </main>
  );
}
