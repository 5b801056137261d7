/**
 * The addresses of the page: what each takes from its address, who may open it, and where its code is. The code of a page
 * is loaded when somebody goes there. Its `loader` is in the same file and starts the fetches of the page.
 */
import {
  createRootRoute,
  createRoute,
  lazyFn,
  lazyRouteComponent as page,
  redirect,
} from "@tanstack/react-router";
import type { actList, movementList } from "#contract/audit.ts";
import type { AnyList } from "#contract/list.ts";
import type { messageList } from "#contract/messages.ts";
import type { orderList } from "#contract/order-list.ts";
import type { paymentList } from "#contract/payments.ts";
import type { securityList } from "#contract/security.ts";
import type { batchList } from "#contract/supplier.ts";
import type { topupList } from "#contract/topups.ts";
import type { userList } from "#contract/user-list.ts";
import { limits } from "#contract/terms/limits.ts";
import { networks } from "#contract/terms/product-types.ts";
import { orderStatuses } from "#contract/terms/statuses.ts";
import {
  days,
  daySearch,
  laterPage,
  listAddress,
  moment,
  month,
  oneOf,
  ownPath,
  path,
  position,
  positive,
  searchOf,
  sizeOf,
  text,
  trail,
  typed,
  userId,
} from "../lib/address.ts";
import { getSession } from "../lib/session.ts";
import { requireAdmin, requireUser } from "../sign-in/start/guards.ts";
import { LoginPage } from "../sign-in/start/login-page.tsx";
import { Root } from "./root.tsx";

const root = createRootRoute({ component: Root });

const login = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    if (getSession() !== null) throw redirect({ to: "/home", replace: true });
  },
  component: LoginPage,
});

const register = createRoute({
  getParentRoute: () => root,
  path: "/register",
  validateSearch: searchOf({ redirect: path }),
  beforeLoad: ({ search }) => {
    if (getSession() !== null) throw redirect({ href: ownPath(search.redirect), replace: true });
  },
  component: page(() => import("../sign-in/register-page.tsx"), "RegisterPage"),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password/$token",
  component: page(() => import("../sign-in/reset-password-page.tsx"), "ResetPasswordPage"),
});

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: "/second-factor",
  beforeLoad: () => {
    if (getSession()?.lacksFactor !== true) throw redirect({ to: "/", replace: true });
  },
  component: page(() => import("../sign-in/required-factor-page.tsx"), "RequiredFactorPage"),
});

const homeFrame = () => import("./home-frame.tsx");
const home = createRoute({
  getParentRoute: () => root,
  path: "/home",
  beforeLoad: requireUser,
  loader: lazyFn(homeFrame, "loader"),
  component: page(homeFrame, "HomeFrame"),
});

const admin = createRoute({
  getParentRoute: () => root,
  path: "/admin",
  beforeLoad: requireAdmin,
  component: page(() => import("../shell/office/admin-layout.tsx"), "AdminLayout"),
});

const homePage = () => import("../home/home-page.tsx");
const buyPage = () => import("../orders/buy/buy-page.tsx");
const basketPage = () => import("../orders/basket/basket-page.tsx");
const transactionsPage = () => import("../orders/transactions-page.tsx");
const statementPage = () => import("../books/statement-page.tsx");
const topupPage = () => import("../topups/topup-page.tsx");
const becomeAgentPage = () => import("../topups/become-agent-page.tsx");
const profilePage = () => import("../users/profile-page.tsx");

/** Admins buy from their own wallets, like everybody else. */
const buy = {
  path: "/buy/$network",
  loader: lazyFn(buyPage, "loader"),
  component: page(buyPage, "BuyPage"),
} as const;

const homePages = [
  createRoute({
    getParentRoute: () => home,
    path: "/",
    loader: lazyFn(homePage, "loader"),
    component: page(homePage, "HomePage"),
  }),
  createRoute({ getParentRoute: () => home, validateSearch: searchOf({ to: text, pkg: text }), ...buy }),
  createRoute({
    getParentRoute: () => home,
    path: "/basket",
    loader: lazyFn(basketPage, "loader"),
    component: page(basketPage, "BasketPage"),
  }),
  createRoute({
    getParentRoute: () => home,
    path: "/my-transactions",
    validateSearch: searchOf({
      q: text,
      status: oneOf(orderStatuses),
      size: sizeOf(limits.page_sizes),
      page: laterPage,
      /** The order whose receipt is open. */
      receipt: text,
    }),
    loader: lazyFn(transactionsPage, "loader"),
    component: page(transactionsPage, "TransactionsPage"),
  }),
  createRoute({
    getParentRoute: () => home,
    path: "/statement",
    validateSearch: searchOf({
      ...days,
      search: typed,
      /** The month that is shown as a picture. */
      month,
      size: sizeOf(limits.page_sizes),
      trail,
    }),
    loaderDeps: ({ search }) => search,
    loader: lazyFn(statementPage, "loader"),
    component: page(statementPage, "StatementPage"),
  }),
  createRoute({
    getParentRoute: () => home,
    path: "/topup",
    validateSearch: searchOf({
      /** The PAYMENT NOTICE is open, or the dialog for a prompt. */
      notice: oneOf(["topup", "prompt"]),
      /** In cedis. */
      amount: positive,
      /** The purchase to come back to. */
      back: path,
    }),
    loader: lazyFn(topupPage, "loader"),
    component: page(topupPage, "TopupPage"),
  }),
  createRoute({
    getParentRoute: () => home,
    path: "/become-agent",
    /** Whether the PAYMENT NOTICE is open. */
    validateSearch: searchOf({ notice: oneOf(["agent"]) }),
    loader: lazyFn(becomeAgentPage, "loader"),
    component: page(becomeAgentPage, "BecomeAgentPage"),
  }),
  createRoute({
    getParentRoute: () => home,
    path: "/user-details",
    component: page(profilePage, "ProfilePage"),
  }),
] as const;

const sales = [
  createRoute({
    getParentRoute: () => admin,
    path: "/",
    component: page(() => import("../reports/office/dashboard-page.tsx"), "DashboardPage"),
  }),
  createRoute({ getParentRoute: () => admin, ...buy }),
  createRoute({
    getParentRoute: () => admin,
    path: "/orders",
    validateSearch: listAddress<typeof orderList>,
    component: page(() => import("../orders/office/admin-orders-page.tsx"), "AdminOrdersPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/batches",
    validateSearch: listAddress<typeof batchList>,
    component: page(() => import("../orders/office/batches-page.tsx"), "BatchesPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/products",
    validateSearch: searchOf({ network: oneOf(networks) }),
    component: page(() => import("../products/office/products-page.tsx"), "ProductsPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/finance",
    validateSearch: listAddress<typeof topupList, "wait" | "waitTrail">,
    component: page(() => import("./finance.tsx"), "Finance"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/payments",
    validateSearch: listAddress<typeof paymentList, "show">,
    component: page(() => import("../payments/office/payments-page.tsx"), "PaymentsPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/statistics",
    validateSearch: daySearch,
    component: page(() => import("../reports/office/statistics/statistics-page.tsx"), "StatisticsPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/statistics/sales",
    validateSearch: daySearch,
    component: page(() => import("../reports/office/statistics/sales-page.tsx"), "SalesPage"),
  }),
] as const;

const people = [
  createRoute({
    getParentRoute: () => admin,
    path: "/users",
    validateSearch: listAddress<typeof userList>,
    component: page(() => import("../users/office/users-page.tsx"), "UsersPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/users/$id",
    // Each tab shows another list.
    validateSearch: listAddress<AnyList, "tab">,
    component: page(() => import("../users/office/user-page.tsx"), "UserPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/user-details",
    component: page(profilePage, "ProfilePage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/messages",
    validateSearch: listAddress<typeof messageList, "tab">,
    component: page(() => import("../messages/office/messages-page.tsx"), "MessagesPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/extras",
    validateSearch: searchOf({ tab: oneOf(["move-in"]) }),
    component: page(() => import("../settings/office/settings-page.tsx"), "ExtrasTab"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/open",
    component: page(() => import("../shell/office/opening/opening-page.tsx"), "OpeningPage"),
  }),
] as const;

const audit = [
  createRoute({
    getParentRoute: () => admin,
    path: "/audit",
    validateSearch: listAddress<typeof movementList>,
    component: page(() => import("../books/office/audit-page.tsx"), "AuditPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/audit/acts",
    validateSearch: listAddress<typeof actList>,
    component: page(() => import("../books/office/acts-page.tsx"), "ActsPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/audit/alone",
    validateSearch: daySearch,
    component: page(() => import("../books/office/alone-page.tsx"), "AlonePage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/audit/books",
    component: page(() => import("../books/office/books-page.tsx"), "BooksPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/audit/closing",
    validateSearch: searchOf({ ...days, at: moment, tab: oneOf(["momo"]) }),
    component: page(() => import("../books/office/closing-page.tsx"), "ClosingTab"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/audit/security",
    validateSearch: listAddress<typeof securityList>,
    component: page(() => import("../books/office/security-page.tsx"), "SecurityPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/audit/wallet",
    validateSearch: searchOf({ user: userId, at: moment, position }),
    component: page(() => import("../books/office/wallet-at-page.tsx"), "WalletAtPage"),
  }),
] as const;

export const routeTree = root.addChildren([
  login,
  register,
  resetPassword,
  secondFactor,
  home.addChildren(homePages),
  admin.addChildren([...sales, ...people, ...audit]),
]);
