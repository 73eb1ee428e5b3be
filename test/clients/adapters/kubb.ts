import * as api from '@generated/kubb'
import { type AxiosRequestConfig, create } from 'axios'
import type { Client, Connect, Connection, Matches, Matching, Models } from '../client.ts'
import { BLOB_ADAPTER, bytes, settings, toResult } from './axios.ts'

export const connect: Connect<Client> = (connection) => {
  const config = axiosClient(connection)
  return {
    listTasks: (query) => toResult(api.listTasks(query, config)),
    getTaskSummary: () => toResult(api.getTaskSummary(config)),
    getTask: (id) => toResult(api.getTask(id, config)),
    createTask: (input) => toResult(api.createTask(input, config)),
    replaceTask: (id, input) => toResult(api.replaceTask(id, input, config)),
    deleteTask: (id) => toResult(api.deleteTask(id, config)),
    deleteAllTasks: () => toResult(api.deleteAllTasks(config)),
    reorderTask: (id, input) => toResult(api.reorderTask(id, input, config)),
    createComment: (id, input) => toResult(api.createComment(id, input, config)),
    updateComment: (id, commentId, input) => toResult(api.updateComment(id, commentId, input, config)),
    deleteComment: (id, commentId) => toResult(api.deleteComment(id, commentId, config)),
    uploadAttachments: (id, files) => toResult(api.uploadAttachments(id, { files }, config)),
    // The declared type is Blob, but without `responseType` the bytes are read as text.
    downloadAttachment: (id, attachmentId) =>
      toResult(bytes(api.downloadAttachment(id, attachmentId, { ...config, responseType: 'blob' }))),
    deleteAttachment: (id, attachmentId) => toResult(api.deleteAttachment(id, attachmentId, config)),
  }
}

/** The last argument of every generated function. */
export function axiosClient(connection: Connection) {
  const axios = create(settings(connection))
  const client = <Data, _Error, Input>(config: AxiosRequestConfig<Input>) =>
    axios.request<Data>(config.responseType === 'blob' ? { ...config, adapter: BLOB_ADAPTER } : config)
  return { client }
}

export type Types = Matching<
  Matches<
    Models,
    {
      Task: api.Task
      TaskInput: api.TaskInput
      TaskPage: api.TaskPage
      TaskQuery: api.ListTasksQueryParams
      TaskSummary: api.TaskSummary
      ReorderInput: api.ReorderInput
      ReorderedTask: api.ReorderedTask
      ChecklistItem: api.ChecklistItem
      ChecklistItemInput: api.ChecklistItemInput
      Comment: api.Comment
      CommentInput: api.CommentInput
      Attachment: api.Attachment
      ErrorResponse: api.ErrorResponse
    }
  >
>
