import { type Carrier, carrierOf } from "#contract/terms/networks.ts";
import { productLook } from "#contract/terms/product-types.ts";
import { cn } from "../lib/cn.ts";
import { Alert } from "../ui/alert.tsx";

const carrierLook: Record<Carrier, string> = {
  MTN: "bg-mtn text-mtn-foreground",
  Telecel: "bg-telecel text-telecel-foreground",
  AT: "bg-at text-at-foreground",
};

/**
 * The carrier of a number that is being typed, and a warning if the network is another's. Inside a positioned box: beside the
 * label, so that nothing moves while typing. With larger text there is no room there.
 */
export function CarrierNote({ digits, network }: { digits: string; network: string | undefined }) {
  const carrier = carrierOf(digits);
  const wanted = network === undefined ? undefined : productLook(network).carrier;
  return (
    <>
      <p
        role="status"
        className="absolute top-0 right-0 flex min-h-6 @max-[15rem]:static items-center gap-2 text-sm text-muted-foreground"
      >
        {carrier !== undefined && (
          <>
            <span className={cn("rounded-full px-2.5 py-0.5 text-xs font-bold", carrierLook[carrier])}>
              {carrier}
            </span>
            <span className="sr-only sm:not-sr-only">recognised from {digits.slice(0, 3)}</span>
          </>
        )}
      </p>
      {carrier !== undefined && wanted !== undefined && carrier !== wanted && (
        <Alert role="status">
          {digits.slice(0, 3)} is a number of {carrier}, and {network} is for {wanted}. If it was ported, go
          on; else check it.
        </Alert>
      )}
    </>
  );
}
