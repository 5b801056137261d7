import { createFileRoute } from "@tanstack/react-router";
import { ResetPasswordPage } from "../auth/reset-password-page.tsx";
import { noticeQuery } from "../app/catalogue/notice.query.ts";
import { warm } from "../lib/warm.ts";

export const Route = createFileRoute("/reset-password/$token")({
  loader: () => warm(noticeQuery),
  component: ResetPassword,
});

function ResetPassword() {
  return <ResetPasswordPage token={Route.useParams().token} />;
}
