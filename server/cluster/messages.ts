/** From a process to the primary: it can listen as soon as it may. */
export const preparedMessage = 'prepared'
/** From the primary to a process. */
export const listenMessage = 'listen'
export const stopMessage = 'stop'
