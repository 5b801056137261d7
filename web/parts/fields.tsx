import { useRef, useState } from "react";
import { Button } from "../src/ui/button.tsx";
import { Checkbox } from "../src/ui/checkbox.tsx";
import {
  Combobox,
  ComboboxContent,
  ComboboxInput,
  ComboboxItem,
  ComboboxList,
  ComboboxStatus,
} from "../src/ui/combobox.tsx";
import { DayField } from "../src/ui/day-field.tsx";
import { Dock } from "../src/ui/dock.tsx";
import { Field, Input } from "../src/ui/field.tsx";
import { FormEnd } from "../src/ui/form-end.tsx";
import { NativeSelect } from "../src/ui/native-select.tsx";
import { PasswordInput } from "../src/ui/password-input.tsx";
import { PhoneInput } from "../src/ui/phone-input.tsx";
import { SearchBox } from "../src/ui/search-box.tsx";
import { Switch } from "../src/ui/switch.tsx";
import { Example, Examples } from "./example.tsx";

export function Fields() {
  const [phone, setPhone] = useState("0244123456");
  const [day, setDay] = useState<string | undefined>("2026-11-21");
  return (
    <Examples title="Fields">
      <Example name="Field, Input, NativeSelect">
        <Field label="Amount" hint="At least ¢50.00">
          {(parts) => <Input {...parts} defaultValue="20" />}
        </Field>
        <Field label="Reason" error="Please give a reason">
          {(parts) => <Input {...parts} />}
        </Field>
        <Field label="Network">
          {(parts) => (
            <NativeSelect {...parts}>
              <option>MTN</option>
              <option>Telecel</option>
            </NativeSelect>
          )}
        </Field>
        <Field label="Phone">{(parts) => <PhoneInput {...parts} value={phone} onDigits={setPhone} />}</Field>
        <Field label="Password">{(parts) => <PasswordInput {...parts} />}</Field>
      </Example>
      <Example name="DayField">
        <DayField label="Day" value={day} min="2026-11-05" onDay={setDay} />
      </Example>
      <Example name="Combobox">
        <Networks />
      </Example>
      <Example name="SearchBox">
        <SearchBox value="" name="Search the parts" placeholder="Number or name" onSearch={() => undefined} />
      </Example>
      <Example name="Checkbox, Switch">
        <Checkbox aria-label="Unselected" />
        <Checkbox aria-label="Selected" defaultChecked />
        <Switch aria-label="Off" />
        <Switch aria-label="On" defaultChecked />
      </Example>
      <Example name="FormEnd">
        <FormEnd
          form={{ error: new Error("The price has changed"), isBusy: false }}
          onCancel={() => undefined}
        >
          Save
        </FormEnd>
      </Example>
      <Example name="Dock">
        {/* Keeps it out of the way of the other parts: it is fixed to the window. */}
        <div className="w-full transform-[translate(0)]">
          <Dock status="¢4.80 · balance after ¢45.20">
            <Button>Pay ¢4.80</Button>
          </Dock>
        </div>
      </Example>
    </Examples>
  );
}

const networks = ["MTN", "Telecel", "AT", "WAEC"];

function Networks() {
  const [typed, setTyped] = useState("");
  const landmark = useRef<HTMLDivElement>(null);
  const found = networks.filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
  return (
    <div ref={landmark}>
      <Combobox items={found} filter={null} inputValue={typed} onInputValueChange={setTyped}>
        <Field label="Choose a network">
          {(parts) => <ComboboxInput {...parts} aria-label="Choose a network" clear="Clear network" />}
        </Field>
        <ComboboxContent container={landmark}>
          <ComboboxStatus>{found.length === 0 ? "Nothing found" : null}</ComboboxStatus>
          <ComboboxList>
            {(name: string) => (
              <ComboboxItem key={name} value={name}>
                {name}
              </ComboboxItem>
            )}
          </ComboboxList>
        </ComboboxContent>
      </Combobox>
    </div>
  );
}
