import { useShopName } from "./shop-name.ts";

const year = new Date().getUTCFullYear();

export function Footer() {
  return (
    <footer className="py-4 text-center text-s text-ink-3">
      {useShopName()} · {year}
    </footer>
  );
}
