import { createFileRoute } from "@tanstack/react-router";
import { DashboardPage } from "../reports/office/dashboard-page.tsx";

export const Route = createFileRoute("/admin/")({ component: DashboardPage });
