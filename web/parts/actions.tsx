import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { loadLater } from "../src/lib/load-later.tsx";
import { Button, buttonVariants } from "../src/ui/button.tsx";
import { Chip, Chips } from "../src/ui/chips.tsx";
import { CopyButton } from "../src/ui/copy-button.tsx";
import { SaveButtons } from "../src/ui/save-buttons.tsx";
import { DownloadButton } from "../src/ui/download-button.tsx";
import { Hint } from "../src/ui/hint.tsx";
import { LazyMenu } from "../src/ui/lazy-menu.tsx";
import { NewPill } from "../src/ui/new-pill.tsx";
import { Example, Examples } from "./example.tsx";

const MenuContent = loadLater(() => import("./menu-content.tsx"));
const variants = ["default", "soft", "secondary", "outline", "ghost", "destructive"] as const;

export function Actions() {
  const [network, setNetwork] = useState("MTN");
  return (
    <Examples title="Actions">
      <Example name="Button">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button busy>Paying</Button>
        <Button disabled>Disabled</Button>
        <Button size="lg">Large</Button>
        <Button size="sm">Small</Button>
        <Button size="pill" variant="soft">
          Pill
        </Button>
        <a href="#parts" className={buttonVariants({ variant: "outline" })}>
          Link
        </a>
      </Example>
      <Example name="Hint">
        <Hint text="Edit the price">
          <Button variant="ghost" size="icon" aria-label="Edit the price">
            <Pencil aria-hidden className="size-5" />
          </Button>
        </Hint>
        <Hint text="Remove the package">
          <Button variant="ghost" size="icon" aria-label="Remove the package">
            <Trash2 aria-hidden className="size-5" />
          </Button>
        </Hint>
      </Example>
      <Example name="Chips">
        <Chips label="Network">
          {["MTN", "Telecel", "AT"].map((each) => (
            <Chip key={each} on={each === network} onClick={() => setNetwork(each)}>
              {each}
            </Chip>
          ))}
        </Chips>
      </Example>
      <Example name="Menu">
        <LazyMenu menu={MenuContent} className={buttonVariants({ variant: "secondary" })}>
          Open the menu
        </LazyMenu>
      </Example>
      <Example name="Files, copies and new rows">
        <CopyButton value="0244123456" what="the number" />
        <SaveButtons list="parts" rows={() => [{ Part: "Button" }]} />
        <DownloadButton path="/order/orders.csv" name="orders.csv" />
        <NewPill count={3} onShow={() => undefined} />
      </Example>
    </Examples>
  );
}
