import { Alert } from "../src/ui/alert.tsx";
import { Badge, StatusBadge } from "../src/ui/badge.tsx";
import { Button } from "../src/ui/button.tsx";
import { Card } from "../src/ui/card.tsx";
import { EmptyState } from "../src/ui/empty-state.tsx";
import { Fact, Facts } from "../src/ui/facts.tsx";
import { FullText } from "../src/ui/full-text.tsx";
import { Loading } from "../src/ui/loading.tsx";
import { Monogram, NetworkName } from "../src/ui/monogram.tsx";
import { notify } from "../src/ui/notifications.ts";
import { PlayMoney } from "../src/ui/play-money.tsx";
import { Skeleton, SkeletonRows } from "../src/ui/skeleton.tsx";
import { Example, Examples } from "./example.tsx";

const variants = ["warning", "destructive", "success", "info"] as const;
const statuses = ["pending", "processing", "completed", "rejected"];

export function Feedback() {
  return (
    <Examples title="Feedback">
      <Example name="Alert">
        {variants.map((variant) => (
          <Alert key={variant} variant={variant}>
            {variant}
          </Alert>
        ))}
      </Example>
      <Example name="PlayMoney">
        <PlayMoney />
      </Example>
      <Example name="Badge">
        {statuses.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        <Badge variant="info">sending</Badge>
      </Example>
      <Example name="Toast">
        <Button variant="outline" onClick={() => notify("Purchase made successfully", "success")}>
          Notify
        </Button>
      </Example>
      <Example name="Card, Facts">
        <Card>
          <Facts>
            <Fact name="Balance">¢1,000,000.00</Fact>
            <Fact name="Network">
              <NetworkName network="MTNup2u" />
            </Fact>
          </Facts>
        </Card>
      </Example>
      <Example name="Monogram">
        {["MTNup2u", "Telecel", "AirtelTigo", "WAEC"].map((network) => (
          <Monogram key={network} network={network} />
        ))}
      </Example>
      <Example name="EmptyState, Loading">
        <EmptyState title="No records found">Try another word.</EmptyState>
        <Loading
          of={{ isError: true, isPending: false, error: new Error(), refetch: () => Promise.reject() }}
          what="The orders could not be loaded."
        />
      </Example>
      <Example name="Skeleton">
        <Skeleton className="h-9 w-40" />
        <div className="w-64">
          <SkeletonRows count={2} className="h-9" />
        </div>
      </Example>
      <Example name="FullText">
        <span className="block w-40 whitespace-nowrap">
          <FullText text="1 GB MTNup2u for 024 412 3456 · 10007958">
            1 GB MTNup2u for 024 412 3456 · 10007958
          </FullText>
        </span>
      </Example>
    </Examples>
  );
}
