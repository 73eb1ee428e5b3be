import * as api from '@generated/kubb'
import { type AxiosRequestConfig, create } from 'axios'
import type { Client, Connect, Connection, Matches, Matching, Models } from '../client.ts'
import { answer, BLOB_ADAPTER, bytes, settings } from './axios.ts'

export const connect: Connect<Client> = (connection) => {
  const config = axiosClient(connection)
  return {
    listTasks: (query) => answer(api.listTasks(query, config)),
    getTaskSummary: () => answer(api.getTaskSummary(config)),
    getTask: (id) => answer(api.getTask(id, config)),
    createTask: (input) => answer(api.createTask(input, config)),
    replaceTask: (id, input) => answer(api.replaceTask(id, input, config)),
    deleteTask: (id) => answer(api.deleteTask(id, config)),
    deleteAllTasks: () => answer(api.deleteAllTasks(config)),
    reorderTask: (id, input) => answer(api.reorderTask(id, input, config)),
    createComment: (id, input) => answer(api.createComment(id, input, config)),
    updateComment: (id, commentId, input) => answer(api.updateComment(id, commentId, input, config)),
    deleteComment: (id, commentId) => answer(api.deleteComment(id, commentId, config)),
    uploadAttachments: (id, files) => answer(api.uploadAttachments(id, { files }, config)),
    // The type says Blob, and without `responseType` the bytes would be read as text.
    downloadAttachment: (id, attachmentId) =>
      answer(bytes(api.downloadAttachment(id, attachmentId, { ...config, responseType: 'blob' }))),
    deleteAttachment: (id, attachmentId) => answer(api.deleteAttachment(id, attachmentId, config)),
  }
}

/** What every generated function takes as its last argument. */
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
      Error: api.Error
    }
  >
>
