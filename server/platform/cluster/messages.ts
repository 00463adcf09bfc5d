/** A process tells the primary that it can listen. */
export const preparedMessage = 'prepared'
/** The primary tells a process to listen. */
export const listenMessage = 'listen'
export const stopMessage = 'stop'

/** Names of requests. From the primary to a process: a snapshot of its metrics. */
export const snapshotRequest = 'metrics snapshot'
/** A process asks the primary for the metrics of all processes, as text. */
export const scrapeRequest = 'metrics scrape'
