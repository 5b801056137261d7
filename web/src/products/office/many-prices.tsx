import { useQuery } from "@tanstack/react-query";
import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import type { ProductAnswer, ProductRecord } from "#contract/products.ts";
import { countText } from "../../lib/count-text.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyChange } from "../../live/apply.ts";
import { Changes } from "../../ui/facts.tsx";
import { Confirm, ChangeWarnings } from "../../ui/confirm.tsx";
import { TextField } from "../../ui/field.tsx";
import { useFields } from "../../ui/form.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import { approvalsQuery } from "../../office/approvals.query.ts";
import { type Costs, costsOf, suppliersAnswerQuery, useCosts } from "../../office/suppliers-answer.ts";
import { useWorkEach } from "../../office/act-results.tsx";
import { bodyOf } from "./draft.ts";
import { type Move, movedDraft, moveText, readMove, ruleText, priceChanges } from "./price-changes.ts";

interface Props {
  products: readonly ProductRecord[];
  /** The network that is chosen first; undefined: all. */
  network: string | undefined;
  /** Whether it begins with prices made from costs. */
  byCost?: boolean;
  onClose: () => void;
}

/**
 * Moves all prices of one network or of all by a share or an amount, or makes them from what packages cost; each product by a
 * command of its own.
 */
export function ManyPrices({ products, network, byCost = false, onClose }: Props) {
  const sold = products.filter(({ packages }) => packages.length > 0);
  const form = useFields<Typed>({
    initial: {
      network: sold.some((each) => each.network === network) ? (network ?? "") : "",
      by: "",
      unit: byCost ? "cost" : "%",
    },
  });
  const { values: typed } = form;
  const { data: suppliers } = useQuery(suppliersAnswerQuery);
  const costs = useCosts();
  const move = moveOf(typed, suppliers);
  const meant = sold.filter((each) => typed.network === "" || each.network === typed.network);
  const moved =
    move === undefined ? [] : meant.map((product) => ({ product, ...effectOf(product, move, costs) }));
  const changing = moved.filter(({ changes }) => changes.length > 0);
  const { work, question } = useMove(move, costs, onClose);
  if (question) return question;
  return (
    <Confirm
      title="Change many prices"
      confirm={changing.length === 0 ? "Change" : `Change ${countText(changing.length, "product")}`}
      busy={work.isBusy}
      why={changing.length === 0 && nothingText(typed, costs)}
      onConfirm={() => work.send(changing.map(({ product }) => product))}
      onClose={onClose}
    >
      <MoveFields
        networks={sold.map((each) => each.network)}
        field={form.field}
        rule={suppliers?.priceRule}
      />
      <ChangeWarnings
        warnings={changing.flatMap(({ product, warnings }) =>
          warnings.map((warning) => `${product.network}, ${warning}`),
        )}
      />
      {changing.length > 0 && (
        <div role="region" aria-label="New prices" tabIndex={0} className="max-h-60 overflow-y-auto">
          {changing.map(({ product, changes }) => (
            <section key={product._id} aria-label={product.network} className="py-1">
              <h3 className="text-sm font-bold">{product.network}</h3>
              <Changes changes={changes} />
            </section>
          ))}
        </div>
      )}
    </Confirm>
  );
}

function moveOf({ by, unit }: Typed, suppliers: SuppliersAnswer | undefined): Move | undefined {
  if (unit !== "cost") return readMove(by.trim().replace("−", "-"), unit);
  return suppliers && { rule: suppliers.priceRule, costs: costsOf(suppliers) };
}

function nothingText({ unit }: Typed, costs: Costs): string {
  return unit === "cost" && costs.size === 0
    ? "No cost is known. Say under Suppliers who delivers each package."
    : "No price changes with this.";
}

function effectOf(product: ProductRecord, move: Move, costs: Costs) {
  return priceChanges(movedDraft(product, move).packages, product, costs);
}

function useMove(move: Move | undefined, costs: Costs, onClose: () => void) {
  return useWorkEach<ProductRecord>({
    noun: "product",
    done: "changed",
    how: move && ` by ${moveText(move)}`,
    line: ({ network }) => network,
    act: async (product, send) => {
      if (move === undefined) return undefined;
      const answer = await send<ProductAnswer>({
        method: "PUT",
        path: `/product/${product._id}`,
        body: bodyOf(product.network, movedDraft(product, move), product),
        changes: effectOf(product, move, costs).changes,
      });
      const { product: data, message, position } = answer;
      if (data === undefined) return message;
      applyChange(queryClient, { event: "productsUpdated", data, position });
      return undefined;
    },
    askedLook: "info",
    onDone: () => void queryClient.invalidateQueries(approvalsQuery),
    onClose,
  });
}

interface Typed {
  /** Empty: all. */
  network: string;
  by: string;
  unit: "%" | "¢" | "cost";
}

interface FieldsProps {
  networks: string[];
  field: ReturnType<typeof useFields<Typed>>["field"];
  rule: SuppliersAnswer["priceRule"] | undefined;
}

function MoveFields({ networks, field, rule }: FieldsProps) {
  const isByCost = field("unit").value === "cost";
  return (
    <div className="grid grid-cols-2 gap-2.5">
      <div className="col-span-2">
        <SelectField label="Products" {...field("network")}>
          <option value="">All networks</option>
          {networks.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      </div>
      {!isByCost && (
        <TextField
          label="Change by"
          hint="Rounded to 10 pesewas"
          inputMode="text"
          placeholder="+5 or −3"
          {...field("by")}
        />
      )}
      <SelectField label="How" {...field("unit")}>
        <option value="%">percent</option>
        <option value="¢">cedis</option>
        <option value="cost">cost and margins</option>
      </SelectField>
      {isByCost && rule !== undefined && (
        <p className="col-span-2 text-sm text-muted-foreground">
          What a package costs, and {ruleText(rule)}. The margins are under Suppliers. Packages without a
          known cost keep their prices.
        </p>
      )}
    </div>
  );
}
