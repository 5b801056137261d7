import { useQuery } from "@tanstack/react-query";
import { QRCodeSVG } from "qrcode.react";
import { ownShopBody, type OwnShopAnswer, type OwnShopBody } from "#contract/shops.ts";
import { feeBearers, shopColours, shopLimits, shopRoute } from "#contract/terms/shops.ts";
import { prefetch, queryClient } from "../lib/query-client.ts";
import { notify } from "../lib/notifications.ts";
import { Alert } from "../ui/alert.tsx";
import { Button, buttonVariants } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { TextField } from "../ui/field.tsx";
import { Form, useForm } from "../ui/form.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { PhoneField } from "../ui/phone-field.tsx";
import { Loading } from "../ui/placeholders.tsx";
import { TextAreaField } from "../ui/text-area.tsx";
import { myShopQuery, ShopPrices } from "./shop-prices.tsx";
import { colourLook } from "./shop-colours.ts";
import { ShopFigures } from "./shop-figures.tsx";

export const loader = () => prefetch(myShopQuery);

/** An agent's own shop: its link, what it says, and its prices. */
export function MyShopPage() {
  const query = useQuery(myShopQuery);
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-3.5">
      <PageTitle>My shop</PageTitle>
      <Loading of={query} what="Your shop could not be loaded." rows={2} height="h-60" />
      {query.data && <MyShop {...query.data} />}
    </div>
  );
}

function MyShop({ rules, shop, packages }: OwnShopAnswer) {
  if (!rules.isOn)
    return (
      <Alert role="note">
        Agents’ shops are switched off. {shop && "Nothing is sold in yours until the owner switches them on."}
      </Alert>
    );
  return (
    <>
      {shop === null ? (
        <p className="text-muted-foreground">
          Share one link, and customers without an account buy from you at your own prices. They pay by mobile
          money. What they pay above your price is yours once the order is delivered.
        </p>
      ) : (
        <>
          {shop.closedBecause !== null && (
            <Alert variant="destructive" role="note">
              An admin has closed your shop: {shop.closedBecause}
            </Alert>
          )}
          <ShareLink {...shop} />
          <ShopFigures />
          <ShopPrices packages={packages} />
          <p className="text-sm text-muted-foreground">{feeTexts[rules.feeBy]}</p>
        </>
      )}
      <ShopForm key={JSON.stringify(shop)} shop={shop} />
    </>
  );
}

const feeTexts: Record<(typeof feeBearers)[number], string> = {
  guest: "The fee of a payment is added to your price.",
  agent: "The fee of a payment is taken from what you earn.",
  shop: "The fee of a payment is not taken from you.",
};

function ShareLink({ link, title }: { link: string; title: string }) {
  const share = (navigator as Partial<Navigator>).share;
  return (
    <Card role="region" aria-label="Link" className="flex flex-wrap items-center gap-3.5">
      {/* Black on white with a white margin, also in dark mode, because not every camera can read it otherwise. */}
      <QRCodeSVG
        value={link}
        size={120}
        marginSize={3}
        title="The link of your shop"
        className="rounded-lg"
      />
      <div className="flex min-w-[min(14rem,100%)] flex-1 flex-col gap-2.5">
        <b className="min-w-0 wrap-anywhere">{link}</b>
        <div className="flex flex-wrap gap-2.5">
          <CopyButton value={link} what="the link" />
          {share !== undefined && (
            <Button
              variant="soft"
              // Whoever closes the sheet has changed their mind.
              onClick={() => void navigator.share({ title, url: link }).catch(() => undefined)}
            >
              Share
            </Button>
          )}
          <a href={link} target="_blank" rel="noreferrer" className={buttonVariants({ variant: "ghost" })}>
            Open
          </a>
        </div>
      </div>
    </Card>
  );
}

const fresh: NonNullable<OwnShopAnswer["shop"]> = {
  name: "",
  title: "",
  colour: "green",
  greeting: "",
  contact: "",
  isOpen: true,
  closedBecause: null,
  link: "",
};

function ShopForm({ shop }: { shop: OwnShopAnswer["shop"] }) {
  const { closedBecause: _, link: __, ...initial } = shop ?? fresh;
  const form = useForm({
    schema: ownShopBody,
    initial,
    send: (body, send) => send<OwnShopAnswer>({ method: "PUT", path: "/user/shop", body }),
    onDone: (answer) => {
      queryClient.setQueryData(myShopQuery.queryKey, answer);
      notify(shop ? "Your shop is saved" : "Your shop is open. Now set your prices.", "success");
    },
  });
  const { values, set } = form;
  return (
    <Card role="region" aria-label="Your shop">
      <h2 className="mb-3 text-lg font-bold">{shop ? "What your shop says" : "Open your shop"}</h2>
      <Form form={form} send={shop ? "Save" : "Open my shop"} className="gap-3.5">
        <TextField
          label="Title"
          hint="Customers see it first: Ama’s Data"
          maxLength={shopLimits.title_length_max}
          {...form.field("title")}
        />
        <TextField
          label="Name in the link"
          hint={`${location.host}${shopRoute}/${values.name || "ama-data"}. A name that you give up stays yours.`}
          autoCapitalize="none"
          spellCheck={false}
          {...form.field("name")}
        />
        <Colours value={values.colour} onValue={(colour) => set({ colour })} />
        <TextAreaField
          label="Greeting"
          hint="Plain text, shown above the prices"
          rows={3}
          maxLength={shopLimits.greeting_length_max}
          {...form.field("greeting")}
        />
        <PhoneField
          label="Contact number"
          hint="Everybody who opens your shop sees it. Leave it empty to show none."
          {...form.field("contact")}
        />
        <label className="flex min-h-12 items-center gap-3">
          <Checkbox checked={values.isOpen} onCheckedChange={(isOpen) => set({ isOpen })} />
          Open: customers can buy now
        </label>
      </Form>
    </Card>
  );
}

type Colour = OwnShopBody["colour"];

function Colours({ value, onValue }: { value: Colour; onValue: (colour: Colour) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-muted-foreground">Colour</legend>
      <div className="flex flex-wrap gap-2">
        {shopColours.map((colour) => (
          <label
            key={colour}
            className={`relative grid size-12 place-items-center rounded-lg text-xl font-bold text-white has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring ${colourLook[colour]}`}
          >
            <input
              type="radio"
              name="colour"
              aria-label={colour}
              className="absolute inset-0 cursor-pointer appearance-none rounded-lg outline-none"
              checked={colour === value}
              onChange={() => onValue(colour)}
            />
            <span aria-hidden>{colour === value && "✓"}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
