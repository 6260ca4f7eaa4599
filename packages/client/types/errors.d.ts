/**
 * What a call may throw. Whoever pays with money has to tell three cases apart: it was refused (an `ApiError`, nothing
 * happened), it certainly never arrived (a `ConnectionError`), or nobody knows (an `UnknownOutcomeError`).
 */
export type ErrorContext = {
    method: string;
    /**
     * The path as the description of the API has it, such as `/v2/tags/{id}`.
     */
    path: string;
    /**
     * The key under which it was sent; null for a request that had none.
     */
    idempotency_key: string | null;
    /**
     * The id by which the gateway's operator finds it.
     */
    request_id?: string | null;
    cause?: unknown;
};
/**
 * @typedef {object} ErrorContext What is known of the request that failed.
 * @property {string} method
 * @property {string} path The path as the description of the API has it, such as `/v2/tags/{id}`.
 * @property {string | null} idempotency_key The key under which it was sent; null for a request that had none.
 * @property {string | null} [request_id] The id by which the gateway's operator finds it.
 * @property {unknown} [cause]
 */
/** What all errors of this package have. */
export declare class TollgateError extends Error {
    method: string;
    path: string;
    /** The key under which the request was sent; null for one that had none. */
    idempotency_key: string | null;
    /** The id by which the gateway's operator finds the request; null where no answer came. */
    request_id: string | null;
    /**
     * @param {string} message
     * @param {ErrorContext} context
     */
    constructor(message: string, { method, path, idempotency_key, request_id, cause }: ErrorContext);
}
/** No answer came, and certainly nothing was changed: the request never left, or it was one that only reads. */
export declare class ConnectionError extends TollgateError {
}
/**
 * It was sent, and no final answer came, so that it may have been done. Ask again with the same `idempotency_key`
 * (within a day): the answer is then that of the first request, and it is never done twice.
 */
export declare class UnknownOutcomeError extends TollgateError {
    /** The address of the record that is being made, where the gateway has named it. */
    location: string | null;
    /**
     * @param {string} message
     * @param {ErrorContext & { location?: string | null }} context
     */
    constructor(message: string, context: ErrorContext & {
        location?: string | null;
    });
}
export type AnswerContext = ErrorContext & {
    status: number;
    body: unknown;
    retry_after: number | null;
    location?: string | null;
};
/**
 * @typedef {ErrorContext & { status: number, body: unknown, retry_after: number | null, location?: string | null }}
 *   AnswerContext
 */
/** The gateway refused the request. */
export declare class ApiError extends TollgateError {
    status: number;
    /** The body of the answer. */
    body: unknown;
    /** Seconds after which the gateway wants to be asked again; null where it did not say. */
    retry_after: number | null;
    /** The address of the record that is there already, where the gateway has named it. */
    location: string | null;
    /**
     * @param {string} message
     * @param {AnswerContext} context
     */
    constructor(message: string, context: AnswerContext);
}
/** 422, and 400 or 409 that name fields: values do not fit. */
export declare class ValidationError extends ApiError {
    /** Every failing field with all that is wrong with it, as sentences for people. */
    fields: Record<string, string[]>;
    /**
     * @param {string} message
     * @param {AnswerContext & { fields: Record<string, string[]> }} context
     */
    constructor(message: string, context: AnswerContext & {
        fields: Record<string, string[]>;
    });
}
/** 401: the developer id or the credentials are missing, wrong or have ended. */
export declare class AuthenticationError extends ApiError {
}
/** 403: the user may not do this. */
export declare class PermissionError extends ApiError {
}
/** 404: there is no such record for this user. */
export declare class NotFoundError extends ApiError {
}
/** 409: the state of the record does not allow it. */
export declare class ConflictError extends ApiError {
}
/** 429: too many requests, for longer than this call could wait. */
export declare class RateLimitError extends ApiError {
}
/** 5xx to a request that changes nothing, or 503 for what was certainly not begun. */
export declare class ServerError extends ApiError {
}
/** A refusal in the words of RFC 6749, section 5.2. */
export declare class OAuthError extends ApiError {
    /** Such as `invalid_grant`. */
    error: string;
    /** For a person. */
    error_description: string | null;
    /** @param {AnswerContext} context */
    constructor(context: AnswerContext);
}
/** The signature of a postback is missing, wrong or too old, or the body is no postback: do not believe it. */
export declare class PostbackSignatureError extends Error {
    /**
     * @param {string} message
     * @param {ErrorOptions} [options]
     */
    constructor(message: string, options?: ErrorOptions);
}
/** A secret of your own configuration cannot be a key: it is empty, or not as the gateway wrote it. */
export declare class UnusableSecretError extends Error {
    /** @param {string} message */
    constructor(message: string);
}
/**
 * Returns the error for an answer that is no success.
 * @param {AnswerContext} context
 * @returns {ApiError}
 */
export declare function errorOf(context: AnswerContext): ApiError;
