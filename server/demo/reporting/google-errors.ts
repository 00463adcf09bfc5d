import type { Context } from 'hono'
import type { ErrorStatus, ReportingFault } from './reporting-faults.ts'

/** An expected error of the Reporting API. */
export class ApiError extends Error {
  readonly status: ErrorStatus
  readonly rpcStatus: string
  readonly reason: string
  readonly details: readonly object[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: ErrorStatus,
    message: string,
    {
      rpcStatus = defaultErrors[status].rpcStatus,
      reason = defaultErrors[status].reason,
      details = [],
      headers = {},
    }: { rpcStatus?: string; reason?: string; details?: object[]; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.rpcStatus = rpcStatus
    this.reason = reason
    this.details = details
    this.headers = headers
  }
}

const defaultErrors: Record<ErrorStatus, { rpcStatus: string; reason: string; message: string }> = {
  400: { rpcStatus: 'INVALID_ARGUMENT', reason: 'badRequest', message: 'The request is invalid.' },
  401: { rpcStatus: 'UNAUTHENTICATED', reason: 'authError', message: 'The credentials are invalid.' },
  403: { rpcStatus: 'PERMISSION_DENIED', reason: 'forbidden', message: 'Permission was denied.' },
  404: { rpcStatus: 'NOT_FOUND', reason: 'notFound', message: 'The entity was not found.' },
  409: { rpcStatus: 'ALREADY_EXISTS', reason: 'alreadyExists', message: 'The entity exists already.' },
  429: { rpcStatus: 'RESOURCE_EXHAUSTED', reason: 'rateLimitExceeded', message: 'The quota is exhausted.' },
  500: { rpcStatus: 'INTERNAL', reason: 'backendError', message: 'An internal error occurred.' },
  502: { rpcStatus: 'UNAVAILABLE', reason: 'backendError', message: 'The service sent a bad response.' },
  503: { rpcStatus: 'UNAVAILABLE', reason: 'backendError', message: 'The service is unavailable.' },
  504: { rpcStatus: 'DEADLINE_EXCEEDED', reason: 'backendError', message: 'The deadline passed.' },
}

export const scopeError = (method: string): ApiError =>
  new ApiError(403, 'The access token does not have the scope that this request needs.', {
    reason: 'insufficientPermissions',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
        domain: 'googleapis.com',
        metadata: { service: 'youtubereporting.googleapis.com', method },
      },
    ],
    headers: {
      'WWW-Authenticate': 'Bearer realm="https://accounts.google.com/", error="insufficient_scope"',
    },
  })

export const credentialsError = (message: string): ApiError =>
  new ApiError(401, message, {
    headers: { 'WWW-Authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
  })

/** Downloads are streams of messages to Google: their errors come in an array. */
export function sendApiError(c: Context, error: ApiError): Response {
  const { status, message, reason, rpcStatus, details } = error
  const body = {
    error: {
      code: status,
      message,
      errors: [{ message, domain: 'global', reason }],
      status: rpcStatus,
      ...(details.length > 0 && { details }),
    },
  }
  return c.json(c.req.path.startsWith('/v1/media/') ? [body] : body, status, { ...error.headers })
}

export const sendOauthError = (
  c: Context,
  status: ErrorStatus,
  error: string,
  description: string,
): Response => c.json({ error, error_description: description }, status)

/** An injected error, in the form of what was asked. */
export function sendStatusFault(c: Context, fault: Extract<ReportingFault, { kind: 'status' }>): Response {
  const { status, retryAfter } = fault
  if (retryAfter !== undefined)
    c.header('Retry-After', typeof retryAfter === 'number' ? String(retryAfter) : retryAfter.toUTCString())
  const { message, reason } = defaultErrors[status]
  if (c.req.path.startsWith('/v1/'))
    return sendApiError(c, new ApiError(status, message, { reason: fault.reason ?? reason }))
  return sendOauthError(
    c,
    status,
    fault.reason ?? (status >= 500 ? 'internal_failure' : 'invalid_grant'),
    message,
  )
}
