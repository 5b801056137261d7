import { Link } from "@tanstack/react-router";
import { ShoppingBasket } from "lucide-react";
import { useBasket } from "../basket/basket.ts";

/** The link to the basket, if it is not empty. */
export function BasketLink() {
  const count = useBasket().length;
  if (count === 0) return null;
  return (
    <Link
      to="/home/basket"
      aria-label={`Basket, ${count}`}
      className="relative -mx-1 grid size-12 place-items-center rounded-lg text-foreground"
    >
      <ShoppingBasket aria-hidden className="size-6" />
      <span className="absolute top-1 right-0.5 min-w-5 rounded-full bg-primary px-1 text-center text-xs font-bold text-primary-foreground">
        {count}
      </span>
    </Link>
  );
}
