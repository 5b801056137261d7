import { createFileRoute } from "@tanstack/react-router";
import { StatisticsPage } from "../admin/statistics/statistics-page.tsx";

export const Route = createFileRoute("/admin/statistics/")({ component: StatisticsPage });
