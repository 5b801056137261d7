import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { carrierOf, type Carrier } from "#contract/terms/networks.ts";
import { productLook, productTypeOf } from "#contract/terms/product-types.ts";
import { isPhone, phoneDigits, repairPhone, groupPhone } from "#contract/terms/phone.ts";
import { cn } from "../../lib/cn.ts";
import { Button } from "../../ui/button.tsx";
import { chipLook, Chips, Chip } from "../../ui/chips.tsx";
import { Field } from "../../ui/field.tsx";
import { notify } from "../../lib/notifications.ts";
import { PhoneInput } from "../../ui/phone-field.tsx";
import { CarrierNote } from "../../products/carrier-note.tsx";
import { available, productsQuery } from "../../products/products.query.ts";
import { useState } from "react";
import { loadLater } from "../../lib/load-later.tsx";
import { useRecentOrders } from "../my-orders.query.ts";
import { beneficiariesQuery } from "./beneficiaries.query.ts";

interface Props {
  network: string;
  digits: string;
  problem: string | undefined;
  onDigits: (digits: string) => void;
}

/** The beneficiary: the number, its carrier, recent numbers, and the networks that serve it. */
export function Beneficiary({ network, digits, problem, onDigits }: Props) {
  const carrier = carrierOf(digits);
  const wanted = productLook(network).carrier;
  return (
    <>
      <div className="@container relative flex flex-col gap-2">
        <Field
          label="Beneficiary number"
          error={isPhone(digits) ? undefined : problem}
          hint={productTypeOf(network).numberHint}
        >
          {(parts) => (
            <div className="relative">
              <PhoneInput
                {...parts}
                value={digits}
                onDigits={onDigits}
                onBlur={() => onDigits(repairPhone(digits))}
                placeholder="024 412 3456"
                className="min-h-15 pr-24 text-xl font-semibold tracking-[0.02em] placeholder:font-normal"
              />
              <PasteButton onDigits={onDigits} />
            </div>
          )}
        </Field>
        <CarrierNote digits={digits} network={network} />
      </div>
      <KnownNumbers digits={digits} onDigits={onDigits} />
      <SiblingNetworks network={network} carrier={carrier ?? wanted} digits={digits} />
    </>
  );
}

function PasteButton({ onDigits }: { onDigits: (digits: string) => void }) {
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  if (typeof clipboard?.readText !== "function") return null;
  const paste = async () => {
    try {
      onDigits(phoneDigits(repairPhone(await clipboard.readText())));
    } catch {
      notify("Pasting was not allowed. Please type the number.", "warning");
    }
  };
  return (
    <Button
      variant="secondary"
      size="pill"
      className="absolute inset-y-0 right-3 my-auto h-9"
      onClick={() => void paste()}
    >
      Paste
    </Button>
  );
}

interface SiblingNetworksProps {
  network: string;
  carrier: Carrier | undefined;
  digits: string;
}

/** Links to the same carrier's other products. The number comes along. */
function SiblingNetworks({ network, carrier, digits }: SiblingNetworksProps) {
  const { data } = useQuery(productsQuery);
  const siblings = available(data?.rows ?? []).filter(
    (product) => product.network === network || productLook(product.network).carrier === carrier,
  );
  if (carrier === undefined || siblings.length < 2) return null;
  return (
    <Chips label="Networks">
      {siblings.map((product) => (
        <Link
          key={product._id}
          to="/home/buy/$network"
          params={{ network: product.network }}
          search={digits === "" ? {} : { to: digits }}
          replace
          activeOptions={{ includeSearch: false }}
          className={chipLook({ on: product.network === network })}
        >
          {product.network}
        </Link>
      ))}
    </Chips>
  );
}

const SavedNumbers = loadLater(() => import("./saved-numbers.tsx"));

/** Named numbers, then recent ones. One tap fills in a number. */
function KnownNumbers({ digits, onDigits }: { digits: string; onDigits: (digits: string) => void }) {
  const { orders } = useRecentOrders();
  const { data: saved = [] } = useQuery(beneficiariesQuery);
  const [isOpen, setOpen] = useState(false);
  const named = new Set(saved.map(({ phone }) => phone));
  const recent = [...new Set(orders.map((order) => order.receiver))].filter((each) => !named.has(each));
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
