import type { Column } from "#contract/move-in-columns.ts";

export const columnNames: Record<Column, string> = {
  phone: "Phone number",
  username: "Username",
  email: "Email",
  level: "Level",
  firstName: "First name",
  lastName: "Last name",
  passwordHash: "Password hash",
  balance: "Balance (¢)",
  network: "Network",
  offer: "Offer",
  priceCustomer: "Price for customers (¢)",
  priceAgent: "Price for agents (¢)",
  priceSuperAgent: "Price for super agents (¢)",
  status: "Status",
  note: "Note",
};
