import { useQuery } from "@tanstack/react-query";
import { countText } from "../../lib/count-text.ts";
import { attemptsQuery } from "../../office/attempts.query.ts";
import { TextLink } from "../../office/links.tsx";
import { Alert } from "../../ui/alert.tsx";

/** Orders at suppliers that an admin has to look at. */
export function OddOrders() {
  const { data = [] } = useQuery(attemptsQuery);
  if (data.length === 0) return null;
  const contradicted = data.filter(({ contradiction }) => contradiction !== null).length;
  const silent = data.length - contradicted;
  const parts = [
    ...(silent > 0 ? [`${countText(silent, "order")} without an answer for an hour`] : []),
    ...(contradicted > 0
      ? [`${countText(contradicted, "order")} about which a supplier now says something else`]
      : []),
  ];
  return (
    <Alert role="status">
      <b>A supplier needs a question:</b> {parts.join(", and ")}.{" "}
      <TextLink to="/admin/suppliers">Look at them</TextLink>
    </Alert>
  );
}
