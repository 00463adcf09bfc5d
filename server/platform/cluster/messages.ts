/** From a process to the primary: it can listen as soon as it may. */
export const preparedMessage = 'prepared'
/** From the primary to a process. */
export const listenMessage = 'listen'
export const stopMessage = 'stop'

/** Names of requests. From the primary to a process: a snapshot of its metrics. */
export const snapshotRequest = 'metrics snapshot'
/** From a process to the primary: the metrics of all processes, as text. */
export const scrapeRequest = 'metrics scrape'
