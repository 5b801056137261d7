import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { groupPhone, isPhone } from "#contract/terms/phone.ts";
import { useFirstComplete } from "../../lib/first-complete.ts";
import { cn } from "../../lib/cn.ts";
import { loadLater } from "../../lib/load-later.tsx";
import { Chip, Chips } from "../../ui/chips.tsx";
import { recentOrdersQuery } from "../my-orders.query.ts";
import { beneficiariesQuery } from "./beneficiaries.query.ts";

const SavedNumbers = loadLater(() => import("./saved-numbers.tsx"));

/** Named numbers, then recent ones. One tap fills in a number. */
export function KnownNumbers({ digits, onDigits }: { digits: string; onDigits: (digits: string) => void }) {
  const { data, isPlaceholderData } = useQuery(recentOrdersQuery);
  const orders = useFirstComplete(data, !isPlaceholderData);
  const { data: saved = [] } = useQuery(beneficiariesQuery);
  const [isOpen, setOpen] = useState(false);
  const named = new Set(saved.map(({ phone }) => phone));
  const recent = [...new Set((orders ?? []).map((order) => order.receiver))].filter(
    (each) => !named.has(each),
  );
  const isNew = isPhone(digits) && !named.has(digits);
  return (
    <>
      <Chips label="Saved and recent numbers">
        {/* Takes its place before the tenth digit, so that nothing moves then. */}
        {!named.has(digits) && (
          <Chip
            on={false}
            className={cn(
              "text-primary",
              !isNew && "invisible",
              !isNew && recent.length + saved.length > 0 && "hidden",
            )}
            onClick={() => setOpen(true)}
          >
            Save {groupPhone(digits)}
          </Chip>
        )}
        {saved.map(({ phone, name }) => (
          <Chip key={phone} on={phone === digits} onClick={() => onDigits(phone)}>
            {name}
          </Chip>
        ))}
        {recent.map((number) => (
          <Chip key={number} on={number === digits} onClick={() => onDigits(number)}>
            {groupPhone(number)}
          </Chip>
        ))}
        {saved.length > 0 && (
          <Chip on={false} className="text-primary" onClick={() => setOpen(true)}>
            Edit
          </Chip>
        )}
      </Chips>
      {isOpen && (
        <SavedNumbers saved={saved} fresh={isNew ? digits : undefined} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
