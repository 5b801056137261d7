/** A request that Paystack refuses. Documented: {status: false, message, meta: {nextStep}, type, code}. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly nextStep: string;

  constructor(message: string, code: string, nextStep: string, status = 400) {
    super(message);
    this.status = status;
    this.code = code;
    this.nextStep = nextStep;
  }

  get body(): object {
    const { message, code, nextStep } = this;
    return { status: false, message, meta: { nextStep }, type: "validation_error", code };
  }
}

export function missing(name: string): Refusal {
  return new Refusal(`${name} is required`, "missing_params", "Provide all required params");
}

export function invalid(message: string): Refusal {
  return new Refusal(message, "invalid_params", "Ensure that the value(s) you're passing are valid.");
}

export function unknownReference(): Refusal {
  return new Refusal(
    "Transaction reference is invalid",
    "transaction_not_found",
    "Ensure that you're passing the reference of a transaction that exists on this integration",
  );
}
