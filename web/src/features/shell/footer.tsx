import { useShopName } from "./shop-name.ts";

export function Footer() {
  return (
    <footer className="py-4 text-center text-s text-ink-3">
      {useShopName()} · {new Date().getUTCFullYear()}
    </footer>
  );
}
