package main

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"reflect"

	"example.com/scenario/client"
)

// send calls the method of an operation. Its parameters are those of the path, the query and the body, in this order.
func send(call Call) Reply {
	api, err := client.NewClientWithResponses(os.Getenv("BASE_URL"), client.WithRequestEditorFn(authorize(call.Token)))
	check(err)
	name := exported(call.Operation) + "WithResponse"
	if call.Files != nil {
		name = exported(call.Operation) + "WithBodyWithResponse"
	}
	method := reflect.ValueOf(api).MethodByName(name)
	parameters := []reflect.Value{reflect.ValueOf(context.Background())}
	for _, value := range call.Path {
		parameters = append(parameters, decode(value, method.Type().In(len(parameters))))
	}
	if call.Files != nil {
		contentType, body := form(call.Files)
		parameters = append(parameters, reflect.ValueOf(contentType), reflect.ValueOf(body))
	} else if len(parameters) < method.Type().NumIn()-1 {
		source := call.Body
		if source == nil {
			source = call.Query
		}
		parameters = append(parameters, decode(source, method.Type().In(len(parameters))))
	}
	results := method.Call(parameters)
	if !results[1].IsNil() {
		panic(results[1].Interface())
	}
	return reply(results[0].Elem())
}

// reply returns the decoded body for the status or, if there is none, the bytes.
func reply(response reflect.Value) Reply {
	status := response.FieldByName("HTTPResponse").Interface().(*http.Response).StatusCode
	decoded := response.FieldByName(fmt.Sprintf("JSON%d", status))
	if !decoded.IsValid() {
		decoded = response.FieldByName("Body")
	}
	return Reply{status, decoded.Interface()}
}

func authorize(token *string) client.RequestEditorFn {
	return func(_ context.Context, request *http.Request) error {
		if token != nil {
			request.Header.Set("Authorization", "Bearer "+*token)
		}
		return nil
	}
}

// form returns the content type and the body of an upload.
func form(files []File) (contentType string, body *bytes.Buffer) {
	body = &bytes.Buffer{}
	writer := multipart.NewWriter(body)
	for _, file := range files {
		part, err := writer.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {multipart.FileContentDisposition("files", file.Name)},
			"Content-Type":        {file.Type},
		})
		check(err)
		_, err = part.Write(file.Bytes)
		check(err)
	}
	check(writer.Close())
	return writer.FormDataContentType(), body
}
